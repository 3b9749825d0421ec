#version 430 core
// multigrid_restrict: the residual of one level as the right-hand side of the next, one coarse cell: the mean of nine, weighted 1 2 1.
//
// The residuals are not stored: the nine, each of five cells of x, are one stencil of seventeen. Times four, since cells are twice as wide.
#include "stream.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform int side;                                     // of the finer level
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer B      { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? x[row * side + column] : 0.0;
}

float given(int column, int row) {
    return b[row * side + column];
}

void main() {
    ivec2 coarse = ivec2(gl_GlobalInvocationID.xy);
    if (coarse.x >= result_shape.x || coarse.y >= result_shape.y) return;
    ivec2 cell = 2 * coarse + 1;                      // the fine cell that is this one
    int c = cell.x, r = cell.y;
    float sides = given(c - 1, r) + given(c + 1, r) + given(c, r - 1) + given(c, r + 1);
    float corners = given(c - 1, r - 1) + given(c + 1, r - 1) + given(c - 1, r + 1) + given(c + 1, r + 1);
    float right = 4.0 * given(c, r) + 2.0 * sides + corners;

    float near = at(c - 1, r) + at(c + 1, r) + at(c, r - 1) + at(c, r + 1);
    float far = at(c - 2, r) + at(c + 2, r) + at(c, r - 2) + at(c, r + 2);
    float knights = at(c - 2, r - 1) + at(c - 2, r + 1) + at(c + 2, r - 1) + at(c + 2, r + 1)
                  + at(c - 1, r - 2) + at(c + 1, r - 2) + at(c - 1, r + 2) + at(c + 1, r + 2);
    float left = 8.0 * at(c, r) + 2.0 * (near - far) - knights;
    result[coarse.y * result_shape.x + coarse.x] = 0.25 * (right - left);
}
