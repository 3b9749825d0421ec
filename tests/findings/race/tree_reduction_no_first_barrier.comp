#version 430 core
// A tree reduction that waits after each round but not after the first stores.
// run: buffer Source=random:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    for (uint rest = 16u; rest > 0u; rest /= 2u) {
        if (lane < rest) block[lane] += block[lane + rest];
        barrier();
    }
    if (lane == 0u) result[0] = block[0];
}
