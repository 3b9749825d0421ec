#version 430 core
// split_chunks: the elements of one chunk, each stored behind those of its kind, one chunk per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is split.comp.
//
// The last of three steps, as compact_chunks.comp: `totals` are the scanned counts of the chunks.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                // elements of a chunk, a multiple of 16
uniform int source_count;         // the library sets it
uniform int totals_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) readonly  buffer Totals { uint totals[]; };
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

uint next_kept;                   // the place of the next kept element,
uint next_other;                  // and of the next other one

void store(TYPE value) {
    uint place = keeps(value) ? next_kept++ : next_other++;
    result[place] = value;
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, source_count / 4);
    next_kept = i > 0 ? totals[i - 1] : 0u;
    next_other = totals[totals_count - 1] + uint(i * chunk) - next_kept;
    for (; at < end; at++) {
        FOUR four = source[at];
        store(four.x);
        store(four.y);
        store(four.z);
        store(four.w);
    }
    // The source may end inside a four; behind its end lies nobody's data.
    int rest = min(i * chunk + chunk, source_count) - at * 4;
    for (int k = 0; k < rest; k++) store(source[at][k]);
}
