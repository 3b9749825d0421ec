#version 450 core
// Lanes and groups write neighbouring bytes and halves of one word: each is a place of its own.
// run: groups 3
// run: buffer Bytes=zero:8
// run: buffer Halves=zero:16
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 10) in;
layout(std430) buffer Bytes { uint8_t bytes[]; };
layout(std430) buffer Halves { float16_t first; float16_t halves[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    bytes[i] = uint8_t(i * 9u);
    halves[i] = float16_t(float(bytes[i])) * float16_t(0.5);
}
