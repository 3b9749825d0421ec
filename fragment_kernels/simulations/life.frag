#version 330 core
// life: the next state of one cell of Conway's Game of Life, on a torus.
//
// Eight neighbours and the cell itself, fetched by column and row. Behind the last column comes the first: a
// comparison wraps what GL_REPEAT would wrap, for any size, and a division nowhere.
#include "stream.glsl"

uniform ivec4 output_shape;          // columns and rows; the library sets it
uniform usampler2D cells;

layout(location = 0) out uint result;

uint alive(int x, int y) { return fetch(cells, ivec2(x, y)).r & 1u; }

void main() {
    ivec2 size = output_shape.xy;
    int x = here().x, y = here().y;
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int north = (y > 0 ? y : size.y) - 1, south = y + 1 < size.y ? y + 1 : 0;

    uint neighbours = alive(west, north) + alive(x, north) + alive(east, north)
                    + alive(west, y)                       + alive(east, y)
                    + alive(west, south) + alive(x, south) + alive(east, south);
    result = (neighbours | alive(x, y)) == 3u ? 1u : 0u;     // three, or two around a living cell
}
