#version 430 core
// sum_of_three: one element and its two neighbours added.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int left = max(i - 1, 0);
    int right = min(i + 1, element_count - 1);
    result[i] = source[left] + source[i] + source[right];
}
