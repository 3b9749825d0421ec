#version 330 core
// tree_depth_end: after the last jump, one node's depth and root; NOWHERE for both if the way up is endless.
#include "stream.glsl"

uniform usampler2D links;

layout(location = 0) out uint depth;
layout(location = 1) out uint root;

void main() {
    uvec2 link = here(links).rg;
    bool endless = link.y >= uint(element_count);     // no way up has so many steps
    depth = endless ? NOWHERE : link.y;
    root = endless ? NOWHERE : link.x;
}
