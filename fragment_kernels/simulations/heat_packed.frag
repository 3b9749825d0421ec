#version 330 core
// heat_packed: the temperatures of four cells of a row a step later.
//
// Neighbours above and below lie in the same channels of other texels; of those beside, all but two lie in the
// texel itself.
#include "stream.glsl"

uniform float rate;                  // diffusivity times interval, in squared cells; at most 1/4
uniform int width;                   // cells in a row; the channels behind them stay zero
uniform ivec4 cells_shape;           // fours in a row, and rows; the library sets it
uniform sampler2D cells;

layout(location = 0) out vec4 result;

void main() {
    ivec2 four = here();
    ivec2 last = cells_shape.xy - 1;
    vec4 now = here(cells);
    vec4 above = fetch(cells, ivec2(four.x, max(four.y - 1, 0)));
    vec4 below = fetch(cells, ivec2(four.x, min(four.y + 1, last.y)));
    float before = fetch(cells, ivec2(max(four.x - 1, 0), four.y)).w;
    float behind = fetch(cells, ivec2(min(four.x + 1, last.x), four.y)).x;
    ivec4 column = ivec4(0, 1, 2, 3) + 4 * four.x;
    vec4 left = vec4(four.x == 0 ? now.x : before, now.xyz);
    vec4 right = mix(vec4(now.yzw, behind), now, equal(column, ivec4(width - 1)));
    vec4 later = now + rate * (left + right + (above + below) - 4.0 * now);
    result = mix(vec4(0.0), later, lessThan(column, ivec4(width)));
}
