#version 330 core
// tree_depth: one jump of one node: to the ancestor that its ancestor knows, and both ways together.
//
// A root knows itself, at no distance, so a node that has arrived jumps on the spot. Every pass doubles how
// far up the others see.
#include "stream.glsl"

uniform usampler2D links;    // of each node an ancestor, and how far up it is

layout(location = 0) out uvec2 new_links;

void main() {
    uvec2 link = here(links).rg;
    uvec2 next = fetch(links, int(link.x)).rg;
    new_links = uvec2(next.x, link.y + next.y);
}
