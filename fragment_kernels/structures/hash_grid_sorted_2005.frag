#version 110
// hash_grid_sorted_2005: one point, in the order of the buckets, and the texel where it was.
//
// The point is where the order says: the second of the four levels of reads of a Radeon 9700.
#include "rectangles_2005.glsl"

uniform vec2 position_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D sorted;    // buckets, and rows and columns of the points
uniform sampler2D position;

void main() {
    vec2 texel = texture2D(sorted, gl_TexCoord[0].xy).zy;
    gl_FragData[0] = texture2D(position, (texel + 0.5) * position_texel);
    gl_FragData[1] = vec4(texel, 0.0, 0.0);
}
