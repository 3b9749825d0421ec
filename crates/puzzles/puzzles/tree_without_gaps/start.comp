#version 430 core
// tree_without_gaps: the sum of a group of 64, by a tree without gaps.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[64];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;

    block[lane] = i < source_count ? source[i] : 0.0;
    for (uint step = 1u; step < 64u; step *= 2u) {
        barrier();
        if (lane % (2u * step) == 0u) block[lane] += block[lane + step];
    }
    if (lane == 0u) result[group()] = block[0];
}
