#version 430 core
// segmented_scan_chunks: the prefix sums of segments in one chunk of the source per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is segmented_scan.comp.
//
// The last of three steps: `totals` are scanned, so the entry before this chunk's own is what the open
// segment has summed up so far.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;                                    // elements of a chunk, a multiple of 16
uniform int source_count;                             // the library sets it
uniform int totals_count;                             // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
// Not 0 where a segment begins.
layout(std430, binding = 1) readonly  buffer Heads  { uvec4 heads[]; };
layout(std430, binding = 2) readonly  buffer Totals { TYPE totals[]; };
layout(std430, binding = 3) writeonly buffer Result { FOUR result[]; };

TYPE sum;                                             // of the open segment so far

/// The sums at four elements that follow those summed so far.
FOUR next(FOUR four, uvec4 head) {
    four.x = head.x != 0u ? four.x : sum + four.x;
    four.y = head.y != 0u ? four.y : four.x + four.y;
    four.z = head.z != 0u ? four.z : four.y + four.z;
    four.w = head.w != 0u ? four.w : four.z + four.w;
    sum = four.w;
    return four;
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (source_count + 3) / 4);
    sum = i > 0 ? totals[i - 1] : TYPE(0);
    // A four per turn: llvmpipe ends a loop silently after 65,535.
    for (; at < end; at++) result[at] = next(source[at], heads[at]);
}
