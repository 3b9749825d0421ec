#version 430 core
// in_place: each number and its right neighbour added.
// refused: memory_model
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    float right = i + 1 < element_count ? source[i + 1] : 0.0;
    memoryBarrierBuffer();
    source[i] += right;
    result[i] = source[i];
}
