#version 330 core
// jacobi: one sweep for Poisson's equation, one cell of the grid from its four neighbours of the sweep
// before.
//
// Around the grid are zeros. Chapter 38 of GPU Gems drew the border apart from the interior; a comparison
// costs less today.
#include "stream.glsl"

uniform ivec4 x_shape;               // columns and rows; the library sets it
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out float result;

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < x_shape.x && row < x_shape.y;
    return inside ? fetch(x, ivec2(column, row)).r : 0.0;
}

void main() {
    ivec2 cell = here();
    float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1);
    result = 0.25 * (here(b).r + neighbours);
}
