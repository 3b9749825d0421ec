#version 430 core
// multigrid: half a sweep on one level, one cell: the red cells from the black ones around them, or the other
// way round.
//
// In place: cells of the colour whose turn it is are read by nobody, so the order of invocations makes no
// difference. A compute kernel has no region to draw, so every cell has an invocation and half of them have
// nothing to do.
#include "stream.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform int side;                                     // cells of the level, along either axis
uniform int colour;                                   // whose turn it is: cells whose column and row add up to an even number are 0
uniform bool known;                                   // or else x is still zero everywhere
layout(std430, binding = 0)          buffer X { float x[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };

float at(int column, int row) {
    bool inside = known && column >= 0 && row >= 0 && column < side && row < side;
    return inside ? x[row * side + column] : 0.0;
}

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= side || cell.y >= side) return;
    int i = cell.y * side + cell.x;
    bool turn = (cell.x + cell.y) % 2 == colour;
    if (turn) {
        float neighbours = at(cell.x - 1, cell.y) + at(cell.x + 1, cell.y) + at(cell.x, cell.y - 1) + at(cell.x, cell.y + 1);
        x[i] = 0.25 * (b[i] + neighbours);
    } else if (!known) {
        x[i] = 0.0;
    }
}
