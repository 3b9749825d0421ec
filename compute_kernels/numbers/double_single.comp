#version 430 core
// double_single: a sum, a product, a quotient or a root of pairs of floats, one element of the result.
#define PRECISE precise
#include "stream.glsl"
#include "double_single_operation.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer A      { vec2 a[]; };
layout(std430, binding = 1) readonly  buffer B      { vec2 b[]; };
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

void main() {
    int i = element();
    if (i < element_count) result[i] = computed(a[i], b[i]);
}
