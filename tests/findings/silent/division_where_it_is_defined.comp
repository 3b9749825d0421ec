#version 430 core
// Right: who has no divisor does not divide, and a negative quotient is defined.
// run: buffer Source=[4,0,-3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int divisor = source[lane];
    if (divisor != 0) result[lane] = -100 / divisor;
}
