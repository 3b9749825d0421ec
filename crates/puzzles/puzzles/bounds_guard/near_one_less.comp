#version 430 core
// bounds_guard: one element, doubled.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count - 1) return;
    result[i] = 2.0 * source[i];
}
