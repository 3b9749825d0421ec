#version 430 core
// list_rank_packed_start: before the first jump, one node's pointer and how far it has seen, side by side.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 1) writeonly buffer Links    { uvec2 links[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint pointer = pointers[i];
    links[i] = pointer >= uint(element_count) ? uvec2(NOWHERE, 0u) : uvec2(pointer, 1u);
}
