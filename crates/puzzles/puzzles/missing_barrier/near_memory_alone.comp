#version 430 core
// missing_barrier: each group of 64 read backwards.
// refused: memory_model
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[64];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;
    if (i < element_count) block[lane] = source[i];
    memoryBarrierShared();
    if (i < element_count) result[i] = block[63u - lane];
}
