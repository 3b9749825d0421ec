#version 430 core
// compact_chunk_counts: how many elements of one chunk of the source are kept, one chunk per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is compact_lookback.comp.
//
// The first of three steps, of compact and of split: the counts of the chunks, the scan of those counts, the
// stores of each chunk from there.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                // elements of a chunk, a multiple of 16
uniform int source_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };

uint kept(FOUR four) {
    return uint(keeps(four.x)) + uint(keeps(four.y)) + uint(keeps(four.z)) + uint(keeps(four.w));
}

void main() {
    int i = element();
    if (i >= element_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, source_count / 4);
    uint total = 0u;
    for (; at + 4 <= end; at += 4) {                  // four loads per turn: llvmpipe counts turns
        total += (kept(source[at]) + kept(source[at + 1])) + (kept(source[at + 2]) + kept(source[at + 3]));
    }
    for (; at < end; at++) total += kept(source[at]);
    // The source may end inside a four; behind its end lies nobody's data.
    int rest = min(i * chunk + chunk, source_count) - at * 4;
    for (int k = 0; k < rest; k++) total += uint(keeps(source[at][k]));
    totals[i] = total;
}
