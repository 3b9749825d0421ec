#version 430 core
// reverse: each block of 64 elements backwards, by way of shared memory.
// run: groups 2
// run: uniform element_count=100
// run: buffer Source=index:100
// run: buffer Result=zero:100
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[gl_WorkGroupSize.x];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;

    if (i < element_count) block[lane] = source[i];
    barrier();                                        // the whole block is in shared memory

    int first = i - int(lane);
    int last = min(first + int(gl_WorkGroupSize.x), element_count) - 1;
    if (i < element_count) result[i] = block[last - i];
}
