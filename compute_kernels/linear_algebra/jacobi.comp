#version 430 core
// jacobi: one sweep for Poisson's equation, one cell of the grid from its four neighbours of the sweep
// before.
//
// The same lines as jacobi.frag. A buffer has no rows, so the kernel says where they are.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 x_shape;                                // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer B      { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < x_shape.x && row < x_shape.y;
    return inside ? x[row * x_shape.x + column] : 0.0;
}

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= x_shape.x || cell.y >= x_shape.y) return;
    float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1);
    int i = cell.y * x_shape.x + cell.x;
    result[i] = 0.25 * (b[i] + neighbours);
}
