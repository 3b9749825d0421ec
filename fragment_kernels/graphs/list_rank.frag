#version 330 core
// list_rank: one jump of one node: it adds what the next node has seen, and points where that one points.
//
// Run ceil(log2 n) times, swapping the streams (Wyllie, 1979). Each pass doubles the links that a node has
// seen, so the distances 1, 2, 4, ... of a scan are here, with pointers in place of index arithmetic. Both
// outputs are written at once.
#include "stream.glsl"

uniform usampler2D pointers;
uniform usampler2D ranks;

layout(location = 0) out uint new_pointers;
layout(location = 1) out uint new_ranks;

void main() {
    uint pointer = here(pointers).r;
    uint rank = here(ranks).r;
    if (pointer != NOWHERE) {
        int next = int(pointer);
        rank += fetch(ranks, next).r;
        pointer = fetch(pointers, next).r;
    }
    new_pointers = pointer;
    new_ranks = rank;
}
