#version 430 core
// Right: a multiple of the divisor is added first, so both operands are positive.
// run: buffer Source=[0,3,-1,7]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = (source[lane] + 8) % 8;
}
