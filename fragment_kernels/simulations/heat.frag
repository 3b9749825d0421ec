#version 330 core
// heat: the temperature of one cell a step later: it goes towards that of its four neighbours.
//
// Nothing leaves through the edges: where a cell has no neighbour, it stands in for it.
#include "stream.glsl"

uniform float rate;                  // diffusivity times interval, in squared cells; at most 1/4
uniform ivec4 cells_shape;           // columns and rows; the library sets it
uniform sampler2D cells;

layout(location = 0) out float result;

float at(int column, int row) {
    ivec2 inside = clamp(ivec2(column, row), ivec2(0), cells_shape.xy - 1);
    return fetch(cells, inside).r;
}

void main() {
    ivec2 cell = here();
    float now = here(cells).r;
    float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + (at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1));
    result = now + rate * (neighbours - 4.0 * now);
}
