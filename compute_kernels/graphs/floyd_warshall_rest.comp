#version 430 core
// floyd_warshall_rest: 32 steps of one tile outside of the cross.
//
// The third phase: a tile needs the two tiles of the cross beside and above it. Those are finished, so no
// step waits for another: one barrier, and a product of tiles with `min` for the sum.
#include "stream.glsl"
#include "floyd_warshall.glsl"

layout(local_size_x = 8, local_size_y = 32) in;

shared uvec4 beside[32][8];
shared uvec4 above[32][8];

void main() {
    ivec2 first = ivec2(gl_WorkGroupID.xy) * TILE;
    if (first.x == pivot || first.y == pivot) return; // the whole group: the cross is done
    ivec2 lane = ivec2(gl_LocalInvocationID.xy);
    ivec2 at = ivec2(4 * lane.x, lane.y);
    beside[lane.y][lane.x] = load(ivec2(pivot, first.y) + at);
    above[lane.y][lane.x] = load(ivec2(first.x, pivot) + at);
    barrier();                                        // both tiles are there
    uvec4 own = load(first + at);
    for (int k = 0; k < TILE; ++k) own = min(own, beside[lane.y][k / 4][k % 4] + above[k][lane.x]);
    store(first + at, own);
}
