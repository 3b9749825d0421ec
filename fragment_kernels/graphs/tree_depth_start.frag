#version 330 core
// tree_depth_start: before the first jump, the ancestor that one node knows, and how far up it is.
#include "stream.glsl"

uniform usampler2D parents;

layout(location = 0) out uvec2 links;

void main() {
    uint node = uint(element()), parent = here(parents).r;
    bool root = parent == node || parent >= uint(element_count);
    links = root ? uvec2(node, 0u) : uvec2(parent, 1u);
}
