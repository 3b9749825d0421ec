#version 430 core
// floyd_warshall_cross: 32 steps of one tile in the rows or columns of the corner.
//
// The second phase: a tile needs the corner, which is finished, and itself; so its own steps alone wait for
// each other.
#include "stream.glsl"
#include "floyd_warshall.glsl"

layout(local_size_x = 8, local_size_y = 32) in;

shared uvec4 corner[32][8];
shared uvec4 tile[32][8];

void main() {
    int first = int(gl_WorkGroupID.x) * TILE;
    if (first == pivot) return;                       // the whole group: the corner is done
    bool beside = gl_WorkGroupID.y == 0u;             // in the corner's rows, not its columns
    ivec2 lane = ivec2(gl_LocalInvocationID.xy);
    ivec2 at = (beside ? ivec2(first, pivot) : ivec2(pivot, first)) + ivec2(4 * lane.x, lane.y);
    uvec4 own = load(at);
    corner[lane.y][lane.x] = load(pivot + ivec2(4 * lane.x, lane.y));
    for (int k = 0; k < TILE; ++k) {
        tile[lane.y][lane.x] = own;
        barrier();                                    // the tile is up to date, the corner there
        uint there = beside ? corner[lane.y][k / 4][k % 4] : tile[lane.y][k / 4][k % 4];
        own = min(own, there + (beside ? tile[k][lane.x] : corner[k][lane.x]));
        barrier();                                    // every lane has read it
    }
    store(at, own);
}
