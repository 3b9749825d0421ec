#version 430 core
// heat: the temperature of one cell a step later: it goes towards that of its four neighbours.
//
// Nothing leaves through the edges: where a cell has no neighbour, it stands in for it.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform float rate;                                   // diffusivity times interval, in squared cells; at most 1/4
uniform ivec4 cells_shape;                            // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { float cells[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

float at(int column, int row) {
    ivec2 inside = clamp(ivec2(column, row), ivec2(0), cells_shape.xy - 1);
    return cells[inside.y * cells_shape.x + inside.x];
}

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= cells_shape.x || cell.y >= cells_shape.y) return;
    int i = cell.y * cells_shape.x + cell.x;
    float now = cells[i];
    float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + (at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1));
    result[i] = now + rate * (neighbours - 4.0 * now);
}
