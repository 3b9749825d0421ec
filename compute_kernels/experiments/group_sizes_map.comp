#version 430 core
// group_sizes_map: twice the element and one, for which no lane needs another.
#include "stream.glsl"

#ifndef LANES
#define LANES 64
#endif

layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i < element_count) result[i] = 2u * source[i] + 1u;
}
