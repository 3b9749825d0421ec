#version 450 core
// A division of 64 bits by zero.
// run: buffer Source=[5,0]
// run: buffer Result=zero:4
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { int64_t source[]; };
layout(std430) writeonly buffer Result { int64_t result[]; };

void main() {
    result[gl_LocalInvocationIndex] = 100l / source[gl_LocalInvocationIndex];
}
