#version 430 core
// reaction_diffusion_tiled: a tile of 16x16 cells some steps later, of which nothing but the last leaves the
// work group.
//
// A step needs a rim of one cell, four steps one of four: the group computes those of the rim again that its
// neighbours compute too, and reads and writes the grid once for all. Two copies of the tile in shared memory
// take turns.
#include "stream.glsl"
#include "reaction_diffusion.glsl"

const int SIDE = 16;
const int RIM = 4;                                    // and the most steps; the host counts with the same number
const int RIMMED = SIDE + 2 * RIM;
const int TILE = RIMMED * RIMMED;

layout(local_size_x = 16, local_size_y = 16) in;

uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform int steps;                                    // of this dispatch
layout(std430, binding = 0) readonly  buffer Cells  { vec2 cells[]; };
layout(std430, binding = 1) writeonly buffer Result { vec2 result[]; };

shared vec2 tile[2 * TILE];

int wrapped(int at, int count) { return (at + RIM * count) % count; }   // of negative numbers % is anything

void main() {
    ivec2 size = output_shape.xy;
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * SIDE - RIM;
    int lane = int(gl_LocalInvocationIndex);
    for (int i = lane; i < TILE; i += SIDE * SIDE) {
        ivec2 cell = corner + ivec2(i % RIMMED, i / RIMMED);
        tile[i] = cells[wrapped(cell.y, size.y) * size.x + wrapped(cell.x, size.x)];
    }
    int from = 0;
    for (int rim = 1; rim <= steps; ++rim) {
        barrier();                                    // the tile of the step before is there, and nobody reads the other copy
        for (int i = lane; i < TILE; i += SIDE * SIDE) {
            ivec2 cell = ivec2(i % RIMMED, i / RIMMED);
            if (min(cell.x, cell.y) < rim || max(cell.x, cell.y) >= RIMMED - rim) continue;
            int here = from + i;
            vec2 now = tile[here];
            vec2 around = tile[here - 1] + tile[here + 1] + tile[here - RIMMED] + tile[here + RIMMED];
            tile[TILE - from + i] = later_than(now, around);
        }
        from = TILE - from;
    }
    barrier();                                        // the last step's cells are there
    ivec2 inside = ivec2(gl_LocalInvocationID.xy) + RIM;
    ivec2 cell = corner + inside;
    if (cell.x >= size.x || cell.y >= size.y) return;
    result[cell.y * size.x + cell.x] = tile[from + inside.y * RIMMED + inside.x];
}
