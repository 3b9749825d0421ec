#version 430 core
// compact_chunks: the kept elements of one chunk of the source, stored one behind the other, one chunk per invocation.
//
// The last of three steps: `totals` are the scanned counts of the chunks, so the entry before this chunk's own is where it starts.
#include "stream.glsl"
#include "keeps.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                // elements of a chunk, a multiple of 16
uniform int source_count;         // the library sets it
uniform int totals_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) readonly  buffer Totals { uint totals[]; };
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

uint next;                        // the place of the next kept element

void store(TYPE value) {
    if (keeps(value)) result[next++] = value;
}

void store(FOUR four) {
    store(four.x);
    store(four.y);
    store(four.z);
    store(four.w);
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, source_count / 4);
    next = i > 0 ? totals[i - 1] : 0u;
    for (; at < end; at++) store(source[at]);
    // The source may end inside a four; behind its end lies nobody's data.
    int rest = min(i * chunk + chunk, source_count) - at * 4;
    for (int k = 0; k < rest; k++) store(source[at][k]);
}
