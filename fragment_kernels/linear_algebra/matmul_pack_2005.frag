#version 110
// matmul_pack_2005: four neighbours of a row of a matrix in the channels of one texel.
//
// Zeros stand where the matrix has ended, so that sums may be of whole texels. A Radeon 9700 has no
// branches: what lies outside is read at the rim, and left out.
#include "rectangles_2005.glsl"

uniform sampler2D source;
uniform vec2 source_size;    // its texels across and up
uniform vec2 source_texel;   // a texel in texture coordinates

/// The element with that centre, in texels.
float element(vec2 centre) {
    float inside = texture2D(source, centre * source_texel).r;
    return all(lessThan(centre, source_size)) ? inside : 0.0;
}

void main() {
    vec2 first = vec2((4.0 * gl_FragCoord.x) - 1.5, gl_FragCoord.y), next = vec2(1.0, 0.0);
    vec2 third = first + (2.0 * next);
    gl_FragColor = vec4(element(first), element(first + next), element(third), element(third + next));
}
