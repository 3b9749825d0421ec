#version 330 core
// multigrid_restrict: the residual of one level as the right-hand side of the next, one coarse cell: the mean of nine, weighted 1 2 1.
//
// The residuals are not stored: the nine, each of five cells of x, are one stencil of seventeen. Times four, since cells are twice as wide.
#include "stream.glsl"

uniform int side;                    // of the finer level
uniform ivec2 fine_origin;
uniform ivec2 origin;                // of the coarser level
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out float result;

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? fetch(x, fine_origin + ivec2(column, row)).r : 0.0;
}

float given(int column, int row) {
    return fetch(b, fine_origin + ivec2(column, row)).r;
}

void main() {
    ivec2 cell = 2 * (here() - origin) + 1;   // the fine cell that is this one
    int c = cell.x, r = cell.y;
    float sides = given(c - 1, r) + given(c + 1, r) + given(c, r - 1) + given(c, r + 1);
    float corners = given(c - 1, r - 1) + given(c + 1, r - 1) + given(c - 1, r + 1) + given(c + 1, r + 1);
    float right = 4.0 * given(c, r) + 2.0 * sides + corners;

    float near = at(c - 1, r) + at(c + 1, r) + at(c, r - 1) + at(c, r + 1);
    float far = at(c - 2, r) + at(c + 2, r) + at(c, r - 2) + at(c, r + 2);
    float knights = at(c - 2, r - 1) + at(c - 2, r + 1) + at(c + 2, r - 1) + at(c + 2, r + 1)
                  + at(c - 1, r - 2) + at(c + 1, r - 2) + at(c - 1, r + 2) + at(c + 1, r + 2);
    float left = 8.0 * at(c, r) + 2.0 * (near - far) - knights;
    result = 0.25 * (right - left);
}
