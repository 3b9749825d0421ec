#version 330 core
// bfs_levels: the level of one node from its mark, which is one more; the mark 0 becomes all ones.
#include "stream.glsl"

uniform usampler2D even;     // each node has its mark in one of the two streams
uniform usampler2D odd;

layout(location = 0) out uint result;

void main() {
    result = max(here(even).r, here(odd).r) - 1u;
}
