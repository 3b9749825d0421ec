#version 430 core
// jacobi_tiled: one sweep for Poisson's equation, a tile of 16x16 cells, which are loaded once for all that
// need them.
//
// A cell is a neighbour of four others. Shared memory keeps the tile with a rim of one cell around it.
#include "stream.glsl"

const int SIDE = 16;
const int RIMMED = SIDE + 2;

layout(local_size_x = 16, local_size_y = 16) in;

uniform ivec4 x_shape;                                // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer B      { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

shared float tile[RIMMED * RIMMED];

void main() {
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * SIDE - 1;   // of the rim
    for (int i = int(gl_LocalInvocationIndex); i < RIMMED * RIMMED; i += SIDE * SIDE) {
        ivec2 cell = corner + ivec2(i % RIMMED, i / RIMMED);
        bool inside = cell.x >= 0 && cell.y >= 0 && cell.x < x_shape.x && cell.y < x_shape.y;
        tile[i] = inside ? x[cell.y * x_shape.x + cell.x] : 0.0;
    }
    barrier();                                        // the tile and its rim are complete before any lane reads them

    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= x_shape.x || cell.y >= x_shape.y) return;
    int here = (int(gl_LocalInvocationID.y) + 1) * RIMMED + int(gl_LocalInvocationID.x) + 1;
    float neighbours = tile[here - 1] + tile[here + 1] + tile[here - RIMMED] + tile[here + RIMMED];
    int i = cell.y * x_shape.x + cell.x;
    result[i] = 0.25 * (b[i] + neighbours);
}
