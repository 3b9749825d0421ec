#version 430 core
// sort: all steps of the bitonic sorting network (Batcher, 1968) whose partners lie in one tile, in shared
// memory, in place.
//
// Run for the stages first_block = 2 to last_block = TILE at once; then, in each larger one, behind the steps
// of sort_step.comp, from first_stride = TILE / 2 on. Same partners as sort.frag; barriers stand where its
// passes end.
#include "stream.glsl"
#include "sort.glsl"

layout(local_size_x = 256) in;

const int TILE = 2048;
const int LANES = 256;

uniform int first_block;
uniform int first_stride;   // of the first block
uniform int last_block;
uniform int result_count;   // the library sets it
layout(std430, binding = 0) buffer Result { uvec2 result[]; };

shared uvec2 tile[TILE];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int start = int(group()) * TILE;
    int count = min(TILE, result_count - start);      // none is left for groups that only fill rows
    for (int i = lane; i < count; i += LANES) tile[i] = result[start + i];
    for (int block = first_block; block <= last_block; block *= 2) {
        for (int stride = block == first_block ? first_stride : block / 2; stride > 0; stride /= 2) {
            barrier();                                // the pairs of the step before are in their places
            for (int comparator = lane; comparator < TILE / 2; comparator += LANES) {
                int i = 2 * comparator - (comparator & (stride - 1));
                int other = partner(i, block, stride);
                if (other < count) {
                    uvec2 mine = tile[i], theirs = tile[other];
                    if (before(theirs, mine)) {
                        tile[i] = theirs;
                        tile[other] = mine;
                    }
                }
            }
        }
    }
    barrier();                                        // the last step is done
    for (int i = lane; i < count; i += LANES) result[start + i] = tile[i];
}
