#version 430 core
// segmented_scan_chunk_totals: the sum since the last head of one chunk, and whether it has one.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is segmented_scan.comp.
//
// The first of three steps, as scan_chunk_totals.comp. A lane walks backwards to the last head: what lies
// before that belongs to segments that end in the chunk. What lies behind the source's last element, up to a
// whole four, can reach only the last chunk's total, which no other chunk needs.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;                                    // elements of a chunk, a multiple of 16
uniform int source_count;                             // the library sets it
layout(std430, binding = 0) readonly  buffer Source      { FOUR source[]; };
// Not 0 where a segment begins.
layout(std430, binding = 1) readonly  buffer Heads       { uvec4 heads[]; };
layout(std430, binding = 2) writeonly buffer Totals      { TYPE totals[]; };
layout(std430, binding = 3) writeonly buffer TotalsHeads { uint totals_heads[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int first = i * (chunk / 4);
    int end = min(first + chunk / 4, (source_count + 3) / 4);
    TYPE sum = TYPE(0);
    uint any = 0u;
    // A four per turn: llvmpipe ends a loop silently after 65,535.
    for (int at = end - 1; at >= first && any == 0u; at--) {
        FOUR four = source[at];
        uvec4 head = heads[at];
        sum += four.w;
        any = head.w;
        if (any == 0u) { sum += four.z; any = head.z; }
        if (any == 0u) { sum += four.y; any = head.y; }
        if (any == 0u) { sum += four.x; any = head.x; }
    }
    totals[i] = sum;
    totals_heads[i] = any;
}
