#version 430 core
// scan: the inclusive prefix sum of one block per work group, in shared memory.
//
// The host scans `block_totals` the same way, then runs scan_add.comp.
// Same doubling strides as scan.frag; barriers stand where its passes end.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

uniform int block_totals_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Source      { TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result      { TYPE result[]; };
layout(std430, binding = 2) writeonly buffer BlockTotals { TYPE block_totals[]; };

shared TYPE block[gl_WorkGroupSize.x];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;

    TYPE sum = i < element_count ? source[i] : TYPE(0);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u) {
        block[lane] = sum;
        barrier();                                    // every lane has written
        if (lane >= stride) sum += block[lane - stride];
    }

    if (i < element_count) result[i] = sum;
    bool last = lane == gl_WorkGroupSize.x - 1u;
    if (last && group() < uint(block_totals_count)) block_totals[group()] = sum;
}
