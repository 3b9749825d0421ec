#version 430 core
// count_large: how many numbers are 5 or more.
// refused: race
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Count { uint count[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    uint seen = count[0];
    if (source[i] >= 5u) atomicExchange(count[0], seen + 1u);
}
