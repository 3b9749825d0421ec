#version 430 core
// transpose_tile: a tile of 32 x 32 elements per work group, turned over in shared memory (Ruetsch and
// Micikevicius, 2009). For a GPU; its twin for the lanes of a CPU is transpose_blocks.comp.
//
// Loads and stores both go along rows, so neighbouring invocations use neighbouring words of memory. The
// columns are read from the tile: without PADDING its rows are as long as there are banks of shared memory,
// and a column lies in one bank.
#ifndef PADDING
#define PADDING 1
#endif

const int TILE = 32;                                  // the host counts with the same number
const int ROWS = 8;

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 source_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float tile[TILE][TILE + PADDING];

void main() {
    ivec2 size = source_shape.xy, corner = ivec2(gl_WorkGroupID.xy) * TILE, lane = ivec2(gl_LocalInvocationID.xy);
    for (int row = lane.y; row < TILE; row += ROWS) {
        ivec2 at = corner + ivec2(lane.x, row);
        if (at.x < size.x && at.y < size.y) tile[row][lane.x] = source[at.y * size.x + at.x];
    }
    barrier();                                        // the tile is filled before its columns are read
    for (int row = lane.y; row < TILE; row += ROWS) {
        ivec2 at = corner.yx + ivec2(lane.x, row);    // of the result, whose columns are the source's rows
        if (at.x < size.y && at.y < size.x) result[at.y * size.y + at.x] = tile[lane.x][row];
    }
}
