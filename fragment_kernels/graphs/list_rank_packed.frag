#version 330 core
// list_rank_packed: one jump of one node, whose pointer and rank are two channels of one texel.
//
// What is always read together should lie together: one dependent fetch where list_rank.frag has two.
#include "stream.glsl"

uniform usampler2D links;

layout(location = 0) out uvec2 new_links;

void main() {
    uvec2 link = here(links).rg;
    if (link.x != NOWHERE) {
        uvec2 next = fetch(links, int(link.x)).rg;
        link = uvec2(next.x, link.y + next.y);
    }
    new_links = link;
}
