#version 330 core
// reaction_diffusion: the two substances of one cell a step later: they spread to the four neighbours, and
// react.
//
// Two substances are two channels of a texel: one fetch for both. Behind the last column comes the first, for
// any size.
#include "stream.glsl"
#include "reaction_diffusion.glsl"

uniform ivec4 output_shape;          // columns and rows; the library sets it
uniform sampler2D cells;             // how much of U and of V

layout(location = 0) out vec2 result;

vec2 at(int x, int y) { return fetch(cells, ivec2(x, y)).rg; }

void main() {
    ivec2 size = output_shape.xy;
    int x = here().x, y = here().y;
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int north = (y > 0 ? y : size.y) - 1, south = y + 1 < size.y ? y + 1 : 0;

    vec2 now = at(x, y);
    vec2 around = at(west, y) + at(east, y) + at(x, north) + at(x, south);
    result = later_than(now, around);
}
