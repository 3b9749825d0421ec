#version 430 core
// subgroups_tree: the sum of a group's elements in shared memory, by a tree.

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint block[LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[gl_GlobalInvocationID.x];
    for (uint half_block = LANES / 2u; half_block > 0u; half_block /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < half_block) block[lane] += block[lane + half_block];
    }
    if (lane == 0u) result[gl_WorkGroupID.x] = block[0];
}
