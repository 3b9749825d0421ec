#version 430 core
// scan_chunk_totals: the sum of one chunk of the source per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is scan_lookback.comp.
//
// The first of three steps: the sums of the chunks, the scan of those sums (scan.comp), the scan of each
// chunk from there. Nothing waits. Behind the source's last element its buffer is padded to whole fours. What
// lies there can reach only the last chunk's total, which no other chunk needs.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;          // elements of a chunk, a multiple of 16
uniform int source_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) writeonly buffer Totals { TYPE totals[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (source_count + 3) / 4);
    FOUR sums = FOUR(0);
    for (; at + 4 <= end; at += 4) {                  // four loads per turn: llvmpipe counts turns
        sums += (source[at] + source[at + 1]) + (source[at + 2] + source[at + 3]);
    }
    for (; at < end; at++) sums += source[at];
    totals[i] = (sums.x + sums.y) + (sums.z + sums.w);
}
