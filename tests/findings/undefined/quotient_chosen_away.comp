#version 430 core
// The quotient by zero is computed and then not taken.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int divisor = source[lane];
    int quotient = 100 / divisor;
    result[lane] = divisor == 0 ? 0 : quotient;
}
