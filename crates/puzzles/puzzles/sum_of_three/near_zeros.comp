#version 430 core
// sum_of_three: one element and its two neighbours added.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    float sum = source[i];
    if (i > 0) sum += source[i - 1];
    if (i < element_count - 1) sum += source[i + 1];
    result[i] = sum;
}
