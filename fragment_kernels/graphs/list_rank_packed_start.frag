#version 330 core
// list_rank_packed_start: before the first jump, one node's pointer and how far it has seen, in one texel.
#include "stream.glsl"

uniform usampler2D pointers;

layout(location = 0) out uvec2 links;

void main() {
    uint pointer = here(pointers).r;
    links = pointer >= uint(element_count) ? uvec2(NOWHERE, 0u) : uvec2(pointer, 1u);
}
