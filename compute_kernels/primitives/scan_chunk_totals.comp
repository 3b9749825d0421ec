#version 430 core
// scan_chunk_totals: the sum of one chunk of the source per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is scan_lookback.comp.
//
// The first of two steps: the sums of the chunks, the scan of each chunk from the sum of those before it.
// Nothing waits. What follows the source's last whole sixteen is left out: it can reach only the last chunk's
// total, which no other chunk needs.
#include "stream.glsl"
#include "eight.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;          // elements of a chunk, a multiple of 16
uniform int source_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Source { dvec4 source[]; };  // eight elements each
layout(std430, binding = 1) writeonly buffer Totals { TYPE totals[]; };

FOUR sum(dvec4 eight) {
    FOUR first, second;
    four(eight.xy, first);
    four(eight.zw, second);
    return first + second;
}

void main() {
    int i = element();
    if (i >= element_count) return;
    int at = i * (chunk / 8);
    int end = min(at + chunk / 8, source_count / 8);
    FOUR sums = FOUR(0);
    for (; at + 2 <= end; at += 2) {                  // two loads per turn: llvmpipe counts turns
        dvec4 one = source[at], other = source[at + 1];
        sums += sum(one) + sum(other);
    }
    totals[i] = (sums.x + sums.y) + (sums.z + sums.w);
}
