#version 430 core
// The last 64 values are folded by one warp without barriers, in the hope that its lanes keep step.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) buffer Result { int result[]; };
shared int block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    barrier();
    if (lane < 32u) {
        for (uint rest = 32u; rest > 0u; rest >>= 1) {
            block[lane] += block[lane + rest];
        }
    }
    if (lane == 0u) result[0] = block[0];
}
