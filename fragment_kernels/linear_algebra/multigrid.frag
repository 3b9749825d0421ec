#version 330 core
// multigrid: half a sweep on one level, one cell: the red cells from the black ones around them, or the other
// way round.
//
// A level is a square region of its texture; the viewport is that region.
#include "stream.glsl"

uniform int side;                    // cells of the level, along either axis
uniform ivec2 origin;                // where the level lies, in all its textures
uniform int colour;                  // whose turn it is: cells whose column and row add up to an even number are 0
uniform bool known;                  // or else x is still zero everywhere
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out float result;

float at(int column, int row) {
    bool inside = known && column >= 0 && row >= 0 && column < side && row < side;
    return inside ? fetch(x, origin + ivec2(column, row)).r : 0.0;
}

void main() {
    ivec2 cell = here() - origin;
    float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1);
    bool turn = (cell.x + cell.y) % 2 == colour;
    result = turn ? 0.25 * (here(b).r + neighbours) : at(cell.x, cell.y);
}
