#version 430 core
// middle_of_two: the middle of two whole numbers.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer A { uint a[]; };
layout(std430, binding = 1) readonly  buffer B { uint b[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = a[i] / 2u + b[i] / 2u;
}
