#version 430 core
// tree_depth_end: after the last jump, one node's depth and root; NOWHERE for both if the way up is endless.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Links { uvec2 links[]; };
layout(std430, binding = 1) writeonly buffer Depth { uint depth[]; };
layout(std430, binding = 2) writeonly buffer Root  { uint root[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uvec2 link = links[i];
    bool endless = link.y >= uint(element_count);     // no way up has so many steps
    depth[i] = endless ? NOWHERE : link.y;
    root[i] = endless ? NOWHERE : link.x;
}
