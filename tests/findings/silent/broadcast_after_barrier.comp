#version 430 core
// Right: one lane writes, the group waits, all read.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float scale;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 63u) scale = source[0] + 1.0;
    barrier();
    result[lane] = source[lane] * scale;
}
