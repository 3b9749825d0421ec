#version 330 core
// bfs_start: the mark of the node that the search starts from; no other fragment is drawn.
#include "stream.glsl"

uniform int source;

layout(location = 0) out uint reached;

void main() {
    if (element() != source) discard;
    reached = 1u;
}
