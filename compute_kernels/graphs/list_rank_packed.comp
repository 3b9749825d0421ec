#version 430 core
// list_rank_packed: one jump of one node, whose pointer and rank lie side by side.
//
// Nodes lie in no order, so nearly every jump misses the cache: one line is fetched where list_rank.comp
// fetches two.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Links    { uvec2 links[]; };
layout(std430, binding = 1) writeonly buffer NewLinks { uvec2 new_links[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uvec2 link = links[i];
    if (link.x != NOWHERE) {
        uvec2 next = links[link.x];
        link = uvec2(next.x, link.y + next.y);
    }
    new_links[i] = link;
}
