#version 430 core
// segmented_scan_add: adds to each element of a block that belongs to a segment begun before it what that
// segment has summed up, in place.
//
// `block_totals` is scanned by now, so the entry before this block's own is that sum. From its first head on
// a block is complete.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer BlockTotals { TYPE block_totals[]; };
// Places from the first head on; 0: no head.
layout(std430, binding = 1) readonly buffer BlockHeads  { uint block_heads[]; };
layout(std430, binding = 2)          buffer Result      { TYPE result[]; };

void main() {
    int i = element();
    if (i >= element_count || group() == 0u) return;
    uint open = gl_WorkGroupSize.x - block_heads[group()];
    if (gl_LocalInvocationID.x < open) result[i] += block_totals[group() - 1u];
}
