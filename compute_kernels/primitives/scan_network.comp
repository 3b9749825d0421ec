#version 430 core
// scan_network: the inclusive prefix sum of one block per work group, by a network of additions.
//
// Listing 10.6 of the OpenGL SuperBible, with shared memory as long as its indices need: in each step the last sum of
// a stretch is added to every sum of the next stretch. An invocation makes one addition per step, half as many as
// those of scan.comp. No sum is read that the step writes, so one barrier per step is enough. The host scans
// `block_totals` the same way, then runs scan_add.comp.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 128) in;

uniform int source_count;         // the library sets both
uniform int block_totals_count;
layout(std430, binding = 0) readonly  buffer Source      { TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result      { TYPE result[]; };
layout(std430, binding = 2) writeonly buffer BlockTotals { TYPE block_totals[]; };

const uint LANES = gl_WorkGroupSize.x;

shared TYPE block[2u * LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int one = int(2u * LANES * group() + lane), other = one + int(LANES);
    block[lane] = one < source_count ? source[one] : TYPE(0);
    block[lane + LANES] = other < source_count ? source[other] : TYPE(0);
    barrier();                                        // every lane has written
    for (uint stretch = 1u; stretch <= LANES; stretch *= 2u) {
        uint inside = lane & (stretch - 1u), next = 2u * (lane - inside) + stretch;
        block[next + inside] += block[next - 1u];
        barrier();                                    // every lane has added
    }
    if (one < source_count) result[one] = block[lane];
    if (other < source_count) result[other] = block[lane + LANES];
    if (lane == 0u && group() < uint(block_totals_count)) block_totals[group()] = block[2u * LANES - 1u];
}
