#version 430 core
// largest_wins: the last number of each slot.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int slot_count;
layout(std430, binding = 0) readonly buffer Slot { uint slot[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= slot_count) return;
    atomicMax(result[slot[i]], uint(i) + 1u);
}
