#version 430 core
// dispatch_indirect_alone: one path to its end.
//
// No rounds and no lists. Lanes that run in lockstep all wait for the longest path among them.
#include "stream.glsl"
#include "collatz.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uvec2 path = uvec2(source[i], 0u);
    while (walks(path)) path = walk(path);
    result[i] = path.y;
}
