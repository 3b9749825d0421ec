#version 430 core
// scan_in_group: the running sums of a group of 64.
// refused: race
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[64];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;

    block[lane] = i < element_count ? source[i] : 0.0;
    barrier();
    for (uint stride = 1u; stride < 64u; stride *= 2u) {
        float left = lane >= stride ? block[lane - stride] : 0.0;
        barrier();
        block[lane] += left;
    }
    if (i < element_count) result[i] = block[lane];
}
