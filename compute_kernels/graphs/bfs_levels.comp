#version 430 core
// bfs_levels: the level of one node from its mark, which is one more; the mark 0 becomes all ones.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Reached { uint reached[]; };
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = reached[i] - 1u;
}
