#version 430 core
// scan_add: adds to each element of a block the sum of all blocks before it, in place.
//
// `block_totals` is scanned by now, so the entry before this block's own is that sum. The first block is
// complete already.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer BlockTotals { TYPE block_totals[]; };
layout(std430, binding = 1)          buffer Result      { TYPE result[]; };

void main() {
    int i = element();
    if (i >= element_count || group() == 0u) return;
    result[i] += block_totals[group() - 1u];
}
