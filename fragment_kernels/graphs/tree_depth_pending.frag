#version 330 core
// tree_depth_pending: counts one node, by an occlusion query, if the ancestor that it knows is no root yet.
#include "stream.glsl"

uniform usampler2D links;

layout(location = 0) out uint pending;

void main() {
    uvec2 next = fetch(links, int(here(links).r)).rg;
    if (next.y == 0u) discard;                        // only a root is at no distance
    pending = 1u;
}
