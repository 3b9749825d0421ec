#version 430 core
// refine_step: a correction in floats added to a solution in pairs, one element of it.
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

layout(local_size_x = 256) in;

uniform float size;
layout(std430, binding = 0) readonly  buffer X          { vec2 x[]; };
layout(std430, binding = 1) readonly  buffer Correction { float correction[]; };
layout(std430, binding = 2) writeonly buffer Result     { vec2 result[]; };

void main() {
    int i = element();
    if (i < element_count) result[i] = add(x[i], product_of(size, correction[i]));
}
