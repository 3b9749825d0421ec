#version 430 core
// The first quotient is kept from the result by a choice, the second is not: each line is judged for itself.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int divisor = source[lane];
    int masked = 100 / divisor;
    int bare = 50 / divisor;
    result[lane] = (divisor == 0 ? 0 : masked) + bare;
}
