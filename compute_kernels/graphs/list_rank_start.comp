#version 430 core
// list_rank_start: before the first jump, how far one node has seen: one link, or none where its list ends.
//
// A pointer beyond the nodes becomes the null pointer here, so that the jumps need one comparison.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Pointers    { uint pointers[]; };
layout(std430, binding = 1) writeonly buffer NewPointers { uint new_pointers[]; };
layout(std430, binding = 2) writeonly buffer NewRanks    { uint new_ranks[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint pointer = pointers[i];
    bool ends = pointer >= uint(element_count);
    new_pointers[i] = ends ? NOWHERE : pointer;
    new_ranks[i] = ends ? 0u : 1u;
}
