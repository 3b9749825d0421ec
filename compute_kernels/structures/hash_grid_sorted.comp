#version 430 core
// hash_grid_sorted: what belongs to one point, in the order of the buckets.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Order  { uint order[]; };        // which point it is
layout(std430, binding = 1) readonly  buffer Source { vec4 source[]; };
layout(std430, binding = 2) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = source[order[i]];
}
