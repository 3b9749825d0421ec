#version 430 core
// segmented_scan: the inclusive prefix sums of segments within one block per work group, in shared memory.
//
// The same operator on pairs as in segmented_scan.frag. The host scans `block_totals` the same way, with
// `block_heads` for heads, then runs segmented_scan_add.comp.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

uniform int block_totals_count;                       // the library sets it
layout(std430, binding = 0) readonly  buffer Source      { TYPE source[]; };
// Not 0 where a segment begins.
layout(std430, binding = 1) readonly  buffer Heads       { uint heads[]; };
layout(std430, binding = 2) writeonly buffer Result      { TYPE result[]; };
layout(std430, binding = 3) writeonly buffer BlockTotals { TYPE block_totals[]; };
// Places from the first head on; 0: no head.
layout(std430, binding = 4) writeonly buffer BlockHeads  { uint block_heads[]; };

shared TYPE block[gl_WorkGroupSize.x];
shared bool begun[gl_WorkGroupSize.x];                // whether a segment has begun in this block so far

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;
    bool last = lane == gl_WorkGroupSize.x - 1u;

    TYPE sum = i < element_count ? source[i] : TYPE(0);
    bool head = i < element_count && heads[i] != 0u;
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u) {
        block[lane] = sum;
        begun[lane] = head;
        barrier();                                    // every lane has written
        if (lane >= stride) {
            if (!head) sum += block[lane - stride];
            head = head || begun[lane - stride];
        }
        barrier();                                    // every lane has read
    }
    begun[lane] = head;
    barrier();                                        // every lane knows whether one has begun left of it

    if (i < element_count) result[i] = sum;
    if (group() >= uint(block_totals_count)) return;
    bool first = head && (lane == 0u || !begun[max(lane, 1u) - 1u]);
    if (first) block_heads[group()] = gl_WorkGroupSize.x - lane;
    if (last && !head) block_heads[group()] = 0u;
    if (last) block_totals[group()] = sum;
}
