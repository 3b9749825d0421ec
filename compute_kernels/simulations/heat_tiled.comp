#version 430 core
// heat_tiled: up to four steps of 24 by 24 cells, in shared memory with a rim of four cells around them.
//
// With each step the outermost ring of the region becomes wrong, for its neighbours are not there. After four
// steps the rim is wrong, and what it protects is right.
#include "stream.glsl"

const int RIM = 4;
const int TILE = 24;
const int SIDE = TILE + 2 * RIM;
const int LANES = 256;
const int SHARE = SIDE * SIDE / LANES;                // cells of a lane

layout(local_size_x = 256) in;

uniform float rate;                                   // diffusivity times interval, in squared cells; at most 1/4
uniform int steps;                                    // of this dispatch
uniform ivec4 cells_shape;                            // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { float cells[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float tile[SIDE * SIDE];

void main() {
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * TILE - RIM;
    int lane = int(gl_LocalInvocationIndex);
    for (int i = lane; i < SIDE * SIDE; i += LANES) {
        ivec2 cell = clamp(corner + ivec2(i % SIDE, i / SIDE), ivec2(0), cells_shape.xy - 1);
        tile[i] = cells[cell.y * cells_shape.x + cell.x];
    }
    barrier();                                        // the region is there

    ivec2 last = min(cells_shape.xy - 1 - corner, ivec2(SIDE - 1));
    ivec2 first = max(-corner, ivec2(0));
    for (int step = 0; step < steps; ++step) {
        float later[SHARE];
        for (int k = 0; k < SHARE; ++k) {
            int i = lane + k * LANES;
            ivec2 cell = ivec2(i % SIDE, i / SIDE);
            ivec2 before = max(cell - 1, first);
            ivec2 next = min(cell + 1, last);
            float beside = tile[cell.y * SIDE + before.x] + tile[cell.y * SIDE + next.x];
            float ends = tile[before.y * SIDE + cell.x] + tile[next.y * SIDE + cell.x];
            later[k] = tile[i] + rate * (beside + ends - 4.0 * tile[i]);
        }
        barrier();                                    // every lane has read its neighbours
        for (int k = 0; k < SHARE; ++k) tile[lane + k * LANES] = later[k];
        barrier();                                    // the step is made everywhere
    }

    for (int i = lane; i < TILE * TILE; i += LANES) {
        ivec2 here = ivec2(i % TILE, i / TILE) + RIM;
        ivec2 cell = corner + here;
        if (cell.x < cells_shape.x && cell.y < cells_shape.y) {
            result[cell.y * cells_shape.x + cell.x] = tile[here.y * SIDE + here.x];
        }
    }
}
