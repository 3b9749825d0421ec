#version 430 core
// jacobi_columns: one sweep for Poisson's equation, a stretch of a column of fours: the row above, this one
// and the one below in registers.
//
// Going down, each four is loaded once and serves three rows. Only the two cells to the sides are loaded
// besides.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int width;                                    // cells in a row; the lanes behind them stay zero
uniform int rows;                                     // of a stretch
uniform ivec4 x_shape;                                // fours in a row, and rows; the library sets it
layout(std430, binding = 0) readonly  buffer X      { vec4 x[]; };
layout(std430, binding = 1) readonly  buffer B      { vec4 b[]; };
layout(std430, binding = 2) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int column = i % x_shape.x;
    int row = (i / x_shape.x) * rows;
    int end = min(row + rows, x_shape.y);
    bvec4 exists = lessThan(ivec4(0, 1, 2, 3) + 4 * column, ivec4(width));

    int at = row * x_shape.x + column;
    vec4 above = row > 0 ? x[at - x_shape.x] : vec4(0.0);
    vec4 now = x[at];
    for (; row < end; row++) {
        vec4 below = row + 1 < x_shape.y ? x[at + x_shape.x] : vec4(0.0);
        float left = column > 0 ? x[at - 1].w : 0.0;
        float right = column + 1 < x_shape.x ? x[at + 1].x : 0.0;
        vec4 neighbours = vec4(left, now.xyz) + vec4(now.yzw, right) + above + below;
        result[at] = mix(vec4(0.0), 0.25 * (b[at] + neighbours), exists);
        above = now;
        now = below;
        at += x_shape.x;
    }
}
