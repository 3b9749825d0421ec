#version 430 core
// follow: the element of the table that a pointer names, or 0 for the pointer to nowhere.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 1) readonly  buffer Table    { float table[]; };
layout(std430, binding = 2) writeonly buffer Result   { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint target = pointers[i];
    result[i] = target == NOWHERE ? 0.0 : table[target];
}
