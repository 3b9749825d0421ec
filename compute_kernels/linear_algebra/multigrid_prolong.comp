#version 430 core
// multigrid_prolong: what the next level found, added to one cell of this one; multigrid_prolong.glsl
// interpolates.
//
// In place: a cell is read and written by its own invocation alone.
#include "stream.glsl"
#include "multigrid_prolong.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform int side;                                     // of the coarser level
uniform ivec4 x_shape;
layout(std430, binding = 0) readonly buffer Coarse { float coarse[]; };
layout(std430, binding = 1)          buffer X      { float x[]; };

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? coarse[row * side + column] : 0.0;
}

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= x_shape.x || cell.y >= x_shape.y) return;
    x[cell.y * x_shape.x + cell.x] += found(cell);
}
