#version 430 core
// list_rank: one jump of one node: it adds what the next node has seen, and points where that one points.
//
// As list_rank.frag, two streams in and two out. In place it would be a race: a node could add a rank that
// has jumped already to a pointer that has not. No barrier inside a dispatch spans all groups, so here too
// each jump is a dispatch.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Pointers    { uint pointers[]; };
layout(std430, binding = 1) readonly  buffer Ranks       { uint ranks[]; };
layout(std430, binding = 2) writeonly buffer NewPointers { uint new_pointers[]; };
layout(std430, binding = 3) writeonly buffer NewRanks    { uint new_ranks[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint pointer = pointers[i];
    uint rank = ranks[i];
    if (pointer != NOWHERE) {
        uint next = pointer;
        rank += ranks[next];
        pointer = pointers[next];
    }
    new_pointers[i] = pointer;
    new_ranks[i] = rank;
}
