#version 430 core
// tree_depth_start: before the first jump, the ancestor that one node knows, and how far up it is.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Parents { uint parents[]; };
layout(std430, binding = 1) writeonly buffer Links   { uvec2 links[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint node = uint(i), parent = parents[i];
    bool root = parent == node || parent >= uint(element_count);
    links[i] = root ? uvec2(node, 0u) : uvec2(parent, 1u);
}
