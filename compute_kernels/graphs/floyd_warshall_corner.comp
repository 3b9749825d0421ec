#version 430 core
// floyd_warshall_corner: 32 steps of the tile on the diagonal, which needs no other tile.
//
// The first of three phases (Venkataraman, Sahni and Mukhopadhyaya, 2003): corner, cross, rest.
#include "stream.glsl"
#include "floyd_warshall.glsl"

layout(local_size_x = 8, local_size_y = 32) in;

shared uvec4 tile[32][8];

void main() {
    ivec2 lane = ivec2(gl_LocalInvocationID.xy);
    ivec2 at = pivot + ivec2(4 * lane.x, lane.y);
    uvec4 own = load(at);
    for (int k = 0; k < TILE; ++k) {
        tile[lane.y][lane.x] = own;
        barrier();                                    // the tile is as the step before left it
        own = min(own, tile[lane.y][k / 4][k % 4] + tile[k][lane.x]);
        barrier();                                    // every lane has read it
    }
    store(at, own);
}
