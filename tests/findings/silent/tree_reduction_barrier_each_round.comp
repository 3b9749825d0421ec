#version 430 core
// Right: each round waits for the one before; the upper half is only read while the lower half is written.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    for (uint rest = 32u; rest > 0u; rest /= 2u) {
        barrier();
        if (lane < rest) block[lane] += block[lane + rest];
    }
    if (lane == 0u) result[0] = block[0];
}
