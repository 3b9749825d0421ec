#version 430 core
// compact_chunks: the kept elements of one chunk, stored one behind the other, one chunk per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is compact_lookback.comp.
//
// The last of three steps: `totals` are the scanned counts of the chunks, so the entry before this chunk's
// own is where it starts.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                // elements of a chunk, a multiple of 16
uniform int source_count;         // the library sets it
uniform int totals_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) readonly  buffer Totals { uint totals[]; };
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

uint next;                        // the place of the next kept element,
uint beyond;                      // and that behind the last one of this chunk

/// Stores an element where the next kept one belongs. If it is not kept itself, the next one is stored over
/// it: a store too many costs a CPU less than a branch that it cannot foresee. Behind the chunk's last kept
/// element nothing is stored.
void store(TYPE value) {
    if (next < beyond) result[next] = value;
    next += uint(keeps(value));
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
    beyond = totals[i];
    for (; at < end; at++) store(source[at]);
    // The source may end inside a four; behind its end lies nobody's data.
    int rest = min(i * chunk + chunk, source_count) - at * 4;
    for (int k = 0; k < rest; k++) store(source[at][k]);
}
