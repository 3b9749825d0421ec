#version 450 core
// Each lane writes its byte and the next lane's.
// run: buffer Bytes=zero:9
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(std430) buffer Bytes { uint8_t bytes[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    bytes[i] = uint8_t(i);
    bytes[i + 1u] = uint8_t(i + 50u);
}
