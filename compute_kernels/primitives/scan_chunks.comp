#version 430 core
// scan_chunks: the prefix sum of one chunk of the source per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is scan_lookback.comp.
//
// The last of two steps: a chunk starts from the `totals` of all chunks before it, which are few.
#include "stream.glsl"
#include "eight.glsl"

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
layout(std430, binding = 0) readonly  buffer Source { dvec4 source[]; };  // eight elements each
layout(std430, binding = 1) readonly  buffer Totals { TYPE totals[]; };
layout(std430, binding = 2) writeonly buffer Result { FOUR result[]; };
// The same source by fours, for its end, which may lie inside an eight. Its buffer is padded to whole fours.
layout(std430, binding = 3) readonly  buffer Tail   { FOUR tail[]; };

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

FOUR next(dvec2 pair) {
    FOUR numbers;
    four(pair, numbers);
    return next(numbers);
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    sum = TYPE(0);
    for (int other = 0; other < i; other++) sum += totals[other];
    int at = i * (chunk / 8);
    int last = min(i * chunk + chunk, source_count);
    int end = last / 8;
    for (; at + 2 <= end; at += 2) {                  // two loads per turn: llvmpipe counts turns
        dvec4 one = source[at], other = source[at + 1];
        result[2 * at] = next(one.xy);
        result[2 * at + 1] = next(one.zw);
        result[2 * at + 2] = next(other.xy);
        result[2 * at + 3] = next(other.zw);
    }
    for (; at < end; at++) {
        dvec4 one = source[at];
        result[2 * at] = next(one.xy);
        result[2 * at + 1] = next(one.zw);
    }
    for (int k = 2 * at; 4 * k < last; k++) result[k] = next(tail[k]);
}
