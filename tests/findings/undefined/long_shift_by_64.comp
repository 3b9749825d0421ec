#version 450 core
// A shift of 64 bits by as many.
// run: buffer Source=[3,64]
// run: buffer Result=zero:4
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint64_t result[]; };

void main() {
    result[gl_LocalInvocationIndex] = 5ul << source[gl_LocalInvocationIndex];
}
