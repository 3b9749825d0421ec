#version 430 core
// The inverse of cosh below its least value.
// run: buffer Source=[1.0,0.5,2.0,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = acosh(source[lane]);
}
