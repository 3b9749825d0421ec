#version 430 core
// Right: the last rounds concern one warp only, and still every round has its barrier, which all lanes reach.
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
    for (uint rest = 32u; rest > 0u; rest >>= 1) {
        int other = lane < rest ? block[lane + rest] : 0;
        barrier();
        if (lane < rest) block[lane] += other;
        barrier();
    }
    if (lane == 0u) result[0] = block[0];
}
