#version 110
// gather_2005: the element of a table at the texel that a pointer names, one element of the result.
//
// Whoever wrote the pointers has done the address translation. The read of the table depends on the read of the pointer:
// the second of the four levels that a Radeon 9700 has. It has no branches either: both values are computed, and one is
// chosen. Null is negative.
#include "rectangles_2005.glsl"

uniform sampler2D pointers;
uniform sampler2D table;
uniform vec2 table_size;     // its texels across and up
uniform vec2 table_texel;    // a texel in texture coordinates

void main() {
    vec2 texel = texture2D(pointers, gl_TexCoord[0].xy).rg;
    vec4 element = texture2D(table, (texel + 0.5) * table_texel);
    bool inside = all(greaterThanEqual(texel, vec2(0.0))) && all(lessThan(texel, table_size));
    gl_FragColor = inside ? element : vec4(0.0);
}
