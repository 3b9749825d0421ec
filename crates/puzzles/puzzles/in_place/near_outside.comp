#version 430 core
// in_place: each number and its right neighbour added.
// refused: bounds
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = source[i] + source[i + 1];
}
