#version 430 core
// tree_depth: one jump of one node: to the ancestor that its ancestor knows, and both ways together.
//
// As tree_depth.frag; and on its way a group says whether any of its nodes had an ancestor that was no root
// yet.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int jump;                                     // this one's number

layout(std430, binding = 0) readonly  buffer Links    { uvec2 links[]; };
layout(std430, binding = 1) writeonly buffer NewLinks { uvec2 new_links[]; };
layout(std430, binding = 2)           buffer Pending  { uint pending[]; };    // groups, for each jump

shared uint busy;

void main() {
    int i = element();
    if (gl_LocalInvocationID.x == 0u) busy = 0u;
    barrier();                                        // it is 0 before anyone adds
    if (i < element_count) {
        uvec2 link = links[i];
        uvec2 next = links[link.x];
        new_links[i] = uvec2(next.x, link.y + next.y);
        if (next.y != 0u) atomicOr(busy, 1u);         // only a root is at no distance
    }
    barrier();                                        // all nodes of the group have jumped
    if (gl_LocalInvocationID.x == 0u && busy == 1u) atomicAdd(pending[jump], 1u);
}
