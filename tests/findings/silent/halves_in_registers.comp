#version 450 core
// Numbers of 8 and 16 bits, calculated as such and stored as words.
// run: buffer Source=random:64
// run: buffer Result=zero:64
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    f16vec2 pair = f16vec2(source[gl_LocalInvocationIndex]) * float16_t(1.5);
    uint8_t small = uint8_t(pair.x) << uint8_t(3);
    result[gl_LocalInvocationIndex] = float(pair.y) + float(small);
}
