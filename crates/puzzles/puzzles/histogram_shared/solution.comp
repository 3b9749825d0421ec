#version 430 core
// histogram_shared: how many numbers fall into each of eight bins.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };

shared uint bins[8];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;
    if (lane < 8u) bins[lane] = 0u;
    barrier();
    if (i < source_count) atomicAdd(bins[source[i]], 1u);
    barrier();
    if (lane < 8u) atomicAdd(result[lane], bins[lane]);
}
