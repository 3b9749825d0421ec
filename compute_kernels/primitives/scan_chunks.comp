#version 430 core
// scan_chunks: the prefix sum of one chunk of the source per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is scan_lookback.comp.
//
// The last of three steps: `totals` are the scanned sums of the chunks, so the entry before this chunk's own
// is where it starts.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif
#ifndef EXCLUSIVE
#define EXCLUSIVE 0
#endif

layout(local_size_x = 8) in;

uniform int chunk;          // elements of a chunk, a multiple of 16
uniform int source_count;   // the library sets it
uniform int totals_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) readonly  buffer Totals { TYPE totals[]; };
layout(std430, binding = 2) writeonly buffer Result { FOUR result[]; };

TYPE sum;                   // of all elements so far

/// The prefix sums of four elements that follow those summed so far.
FOUR next(FOUR four) {
    TYPE before = sum;
    four.x += sum;
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    sum = four.w;
    return EXCLUSIVE != 0 ? FOUR(before, four.xyz) : four;
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (source_count + 3) / 4);
    sum = i > 0 ? totals[i - 1] : TYPE(0);
    for (; at + 4 <= end; at += 4) {                  // four loads per turn: llvmpipe counts turns
        result[at] = next(source[at]);
        result[at + 1] = next(source[at + 1]);
        result[at + 2] = next(source[at + 2]);
        result[at + 3] = next(source[at + 3]);
    }
    for (; at < end; at++) result[at] = next(source[at]);
}
