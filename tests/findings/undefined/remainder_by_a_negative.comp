#version 430 core
// A stride that counts down is the divisor.
// run: buffer Source=[3,4,-4,5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 7 % source[lane];
}
