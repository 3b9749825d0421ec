#version 430 core
// block_sum: the sum of each 64 numbers.
// refused: barrier
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

shared uint partial[64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    partial[lane] = i < n ? source[i] : 0u;
    for (uint apart = 32u; apart > 0u; apart /= 2u) {
        if (lane < apart) {
            barrier(); // only some lanes come here
            partial[lane] += partial[lane + apart];
        }
    }
    if (lane == 0u) result[gl_WorkGroupID.x] = partial[0];
}
