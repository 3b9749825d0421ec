#version 450 core
// A lane adds to the word in which other lanes write bytes.
// run: buffer Bytes=zero:8
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
layout(std430, binding = 0) buffer Words { uint words[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < 16u) bytes[i] = uint8_t(i);
    else if (i < 20u) words[i - 16u] = i;
}
