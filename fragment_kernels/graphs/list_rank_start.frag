#version 330 core
// list_rank_start: before the first jump, how far one node has seen: one link, or none where its list ends.
//
// A pointer beyond the nodes becomes the null pointer here, so that the jumps need one comparison.
#include "stream.glsl"

uniform usampler2D pointers;

layout(location = 0) out uint new_pointers;
layout(location = 1) out uint new_ranks;

void main() {
    uint pointer = here(pointers).r;
    bool ends = pointer >= uint(element_count);
    new_pointers = ends ? NOWHERE : pointer;
    new_ranks = ends ? 0u : 1u;
}
