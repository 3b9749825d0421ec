#version 430 core
// The least int has no opposite: -2147483648 / -1 overflows.
// run: buffer Source=[5,0x80000000,-7,0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = source[lane] / -1;
}
