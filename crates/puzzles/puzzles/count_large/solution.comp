#version 430 core
// count_large: how many numbers are 5 or more.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Count { uint count[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    if (source[i] >= 5u) atomicAdd(count[0], 1u);
}
