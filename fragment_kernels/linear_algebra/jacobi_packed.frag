#version 330 core
// jacobi_packed: one sweep for Poisson's equation, four cells of a row from their neighbours, one in each
// lane of the texel.
//
// Neighbours above and below are in the same lanes of other texels. Those to the sides are the next lanes,
// and two are in other texels.
#include "stream.glsl"

uniform int width;                   // cells in a row; the lanes behind them stay zero
uniform ivec4 x_shape;               // fours in a row, and rows; the library sets it
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out vec4 result;

vec4 at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < x_shape.x && row < x_shape.y;
    return inside ? fetch(x, ivec2(column, row)) : vec4(0.0);
}

void main() {
    ivec2 four = here();
    vec4 now = here(x);
    float left = at(four.x - 1, four.y).w;
    float right = at(four.x + 1, four.y).x;
    vec4 neighbours = vec4(left, now.xyz) + vec4(now.yzw, right) + at(four.x, four.y - 1) + at(four.x, four.y + 1);
    bvec4 exists = lessThan(ivec4(0, 1, 2, 3) + 4 * four.x, ivec4(width));
    result = mix(vec4(0.0), 0.25 * (here(b) + neighbours), exists);
}
