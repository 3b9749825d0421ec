#version 330 core
// jacobi_packed: one sweep for Poisson's equation, four cells of a row from their neighbours, one in each
// channel of the texel.
//
// Neighbours above and below are in the same channels of other texels. Those to the sides are the next channels,
// and two are in other texels. All are read through the sampler, at a distance from the middle: a driver whose
// lanes are a CPU's does that sooner than texelFetch, whose every place it checks. What it gives beyond the
// grid is left out here.
#include "stream.glsl"

uniform int width;                   // cells in a row; the channels behind them stay zero
uniform ivec4 x_shape;               // fours in a row, and rows; the library sets it
uniform sampler2D x;                 // sampled nearest
uniform sampler2D b;

layout(location = 0) out vec4 result;

#define at(column, row) textureOffset(x, middle, ivec2(column, row))

void main() {
    ivec2 four = here();
    vec2 middle = (vec2(four) + 0.5) / vec2(x_shape.xy);
    vec4 now = at(0, 0), above = at(0, -1), below = at(0, 1);
    float left = at(-1, 0).w, right = at(1, 0).x;
    if (four.x == 0) left = 0.0;
    if (four.x + 1 == x_shape.x) right = 0.0;
    if (four.y == 0) above = vec4(0.0);
    if (four.y + 1 == x_shape.y) below = vec4(0.0);
    vec4 neighbours = vec4(left, now.xyz) + vec4(now.yzw, right) + above + below;
    bvec4 exists = lessThan(ivec4(0, 1, 2, 3) + 4 * four.x, ivec4(width));
    result = mix(vec4(0.0), 0.25 * (texture(b, middle) + neighbours), exists);
}
