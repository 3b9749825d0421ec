#version 330 core
// jacobi_twice: two sweeps for Poisson's equation in one pass, four cells of a row from the cells up to two
// steps away, four in each texel.
//
// The first sweep is made of this texel, of those above and below, and of the one cell on either side. The
// second one is made of these. The sampler gives zeros beyond the grid; a cell there stays zero in the first
// sweep as well.
#include "stream.glsl"

uniform int width;                   // cells in a row; the channels behind them stay zero
uniform ivec4 x_shape;               // fours in a row, and rows; the library sets it
uniform sampler2D x;                 // sampled nearest, with a border of zeros
uniform sampler2D b;                 // sampled nearest

layout(location = 0) out vec4 result;

#define at(column, row) textureOffset(x, middle, ivec2(column, row))
#define side(column, row) textureOffset(b, middle, ivec2(column, row))

/// A sweep of four cells that are `now`.
vec4 swept(vec4 side, vec4 now, float left, float right, vec4 above, vec4 below) {
    return 0.25 * (side + vec4(left, now.xyz) + vec4(now.yzw, right) + above + below);
}

void main() {
    ivec2 four = here();
    vec2 middle = (vec2(four) + 0.5) / vec2(x_shape.xy);
    vec4 now = at(0, 0), above = at(0, -1), below = at(0, 1), left = at(-1, 0), right = at(1, 0);
    float above_left = at(-1, -1).w, above_right = at(1, -1).x, below_left = at(-1, 1).w, below_right = at(1, 1).x;

    vec4 first = swept(side(0, 0), now, left.w, right.x, above, below);
    vec4 first_above = swept(side(0, -1), above, above_left, above_right, at(0, -2), now);
    vec4 first_below = swept(side(0, 1), below, below_left, below_right, now, at(0, 2));
    float first_left = 0.25 * (side(-1, 0).w + left.z + now.x + above_left + below_left);
    float first_right = 0.25 * (side(1, 0).x + now.w + right.y + above_right + below_right);

    bvec4 exists = lessThan(ivec4(0, 1, 2, 3) + 4 * four.x, ivec4(width));
    first = mix(vec4(0.0), first, exists);
    if (four.x == 0) first_left = 0.0;
    if (four.x + 1 == x_shape.x) first_right = 0.0;
    if (four.y == 0) first_above = vec4(0.0);
    if (four.y + 1 == x_shape.y) first_below = vec4(0.0);
    result = mix(vec4(0.0), swept(side(0, 0), first, first_left, first_right, first_above, first_below), exists);
}
