#version 430 core
// floyd_warshall_start: a distance before the first step: the weight of the edge, 0 from a node to itself.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform uint most;           // stands for no path; no weight is more
uniform int side;            // nodes

layout(std430, binding = 0) readonly  buffer Weights { uint weights[]; };
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 at = place(i, side);
    result[i] = at.x == at.y ? 0u : min(weights[i], most);
}
