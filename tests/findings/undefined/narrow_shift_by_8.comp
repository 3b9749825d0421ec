#version 450 core
// A shift of 8 bits by as many.
// run: buffer Source=[3,8]
// run: buffer Result=zero:2
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint8_t small = uint8_t(129), by = uint8_t(source[gl_LocalInvocationIndex]);
    result[gl_LocalInvocationIndex] = uint(small >> by) + 1u;
}
