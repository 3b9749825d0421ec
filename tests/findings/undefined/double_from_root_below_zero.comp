#version 450 core
// The root of a double below zero.
// run: buffer Source=[-1.0,2.25]
// run: buffer Result=zero:4
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { double source[]; };
layout(std430) writeonly buffer Result { double result[]; };

void main() {
    result[gl_LocalInvocationIndex] = sqrt(source[gl_LocalInvocationIndex]);
}
