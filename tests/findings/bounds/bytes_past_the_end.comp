#version 450 core
// The last lane reads the byte behind the last one.
// run: buffer Bytes=index:8
// run: buffer Sums=zero:32
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(std430) buffer Bytes { uint8_t bytes[]; };
layout(std430) buffer Sums { uint sums[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    sums[i] = uint(bytes[i]) + uint(bytes[i + 1u]);
}
