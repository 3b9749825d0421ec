#version 430 core
// A tree reduction whose rounds are parted by memoryBarrier() alone.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    barrier();
    for (uint rest = 32u; rest > 0u; rest /= 2u) {
        if (lane < rest) block[lane] += block[lane + rest];
        memoryBarrier();
    }
    if (lane == 0u) result[0] = block[0];
}
