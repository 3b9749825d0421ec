#version 430 core
// group_sizes: the sum of a group's elements, each lane one element, by a tree in shared memory.
// run: groups 4
// run: buffer Source=index:256
// run: buffer Result=zero:4
// run: uniform source_count=256
#include "stream.glsl"

#ifndef LANES
#define LANES 64
#endif

layout(local_size_x = LANES) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint block[LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int i = element();
    block[lane] = (i < source_count) ? source[i] : 0u;
    for (uint half_block = LANES / 2u; half_block > 0u; half_block /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < half_block) block[lane] += block[lane + half_block];
    }
    if (lane == 0u && i < source_count) result[group()] = block[0];
}
