#version 430 core
// side_by_side: the sum of 256 numbers by a group of 64.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    float own = 0.0;
    for (uint k = 0u; k < 4u; k++) {
        uint i = 256u * group() + 4u * lane + k;
        if (i < uint(source_count)) own += source[i];
    }
    block[lane] = own;
    barrier();
    if (lane > 0u) return;
    float sum = 0.0;
    for (int k = 0; k < 64; k++) sum += block[k];
    result[group()] = sum;
}
