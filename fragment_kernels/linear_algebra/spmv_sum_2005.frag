#version 110
// spmv_sum_2005: the sum of up to eight elements that follow one another, one element of the result.
//
// Sums of runs become sums of rows, eight by eight: as often as the longest row needs. Where an element's
// eight begin the host knows, and says it as a texel: what follows the last of a texture's row is the first
// of the next, found by a comparison, since a Radeon 9700 has no remainders, and its floats cannot count the
// texels of a large texture.
#include "rectangles_2005.glsl"

uniform sampler2D firsts;    // the first texel, and how many
uniform sampler2D source;
uniform vec2 source_size;    // its texels across and up
uniform vec2 source_texel;   // a texel in texture coordinates

void main() {
    vec3 first = texture2D(firsts, gl_TexCoord[0].xy).xyz;
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        vec2 at = first.xy + vec2(float(i), 0.0);
        at += at.x < source_size.x ? vec2(0.0) : vec2(-source_size.x, 1.0);
        float element = texture2D(source, (at + 0.5) * source_texel).r;
        sum += float(i) < first.z ? element : 0.0;
    }
    gl_FragColor = vec4(sum);
}
