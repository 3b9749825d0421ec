#version 430 core
// The first 16 lanes fill the shared array, and all 32 read theirs.
// run: buffer Source=random:16
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane < 16u) block[lane] = source[lane];
    barrier();
    result[lane] = block[31u - lane];
}
