#version 430 core
// double_single_sum: the pairs of floats of a work group added into one, by a tree in shared memory.
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

layout(local_size_x = 256) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) writeonly buffer Result { vec2 result[]; };

shared vec2 block[256];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int i = element();
    block[lane] = i < source_count ? source[i] : vec2(0.0);
    for (uint half_block = 128u; half_block > 0u; half_block /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < half_block) block[lane] = add(block[lane], block[lane + half_block]);
    }
    if (lane == 0u) result[group()] = block[0];
}
