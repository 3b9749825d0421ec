#version 110
// photon_map_order_2005: one entry of the sorted map, fetched by its number.
//
// Sorting moves pairs of cell and number, and each entry once, at the end: so that those of a cell lie side by
// side. Half an entry is added, so that no quotient is a whole number.
#include "rectangles_2005.glsl"

uniform sampler2D numbers;           // of the entries, in the order of their cells
uniform sampler2D position;
uniform vec2 position_size;
uniform vec2 position_texel;         // a texel in texture coordinates; the library sets it
uniform sampler2D power;

void main() {
    float number = texture2D(numbers, gl_TexCoord[0].xy).r;
    float row = floor((number + 0.5) / position_size.x);
    vec2 there = (vec2(number - (row * position_size.x), row) + 0.5) * position_texel;
    gl_FragData[0] = texture2D(position, there);
    gl_FragData[1] = texture2D(power, there);
}
