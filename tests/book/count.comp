#version 430 core
// count: adds one to the element of the result that a value of the source names.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1)          buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i < element_count) atomicAdd(result[source[i]], 1u);
}
