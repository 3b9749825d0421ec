#version 430 core
// block_sum: the sum of each 64 numbers.
// refused: over
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

shared uint partial[64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    partial[lane] = i < n ? source[i] : 0u;
    barrier(); // all numbers are there
    if (lane > 0u) return;
    uint sum = 0u;
    for (uint k = 0u; k < 64u; ++k) sum += partial[k];
    result[gl_WorkGroupID.x] = sum;
}
