#version 430 core
// life: the next state of one cell of Conway's Game of Life, on a torus.
//
// The same nine reads as life.frag, from a buffer whose rows follow each other. The work group is a rectangle
// of cells.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 output_shape;          // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { uint cells[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

uint alive(int x, int row) { return cells[row + x] & 1u; }

void main() {
    ivec2 size = output_shape.xy;
    int x = int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x >= size.x || y >= size.y) return;
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int here = y * size.x;
    int north = ((y > 0 ? y : size.y) - 1) * size.x, south = y + 1 < size.y ? here + size.x : 0;

    uint neighbours = alive(west, north) + alive(x, north) + alive(east, north)
                    + alive(west, here)                    + alive(east, here)
                    + alive(west, south) + alive(x, south) + alive(east, south);
    result[here + x] = (neighbours | alive(x, here)) == 3u ? 1u : 0u;     // three, or two around a living cell
}
