#version 430 core
// dispatch_indirect_start: the path of one number before its first step, and its place in the list of those
// on their way.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Paths  { uvec2 paths[]; };
layout(std430, binding = 2) writeonly buffer List   { uint list[]; };   // all of them, to begin with

void main() {
    int i = element();
    if (i >= element_count) return;
    paths[i] = uvec2(source[i], 0u);
    list[i] = uint(i);
}
