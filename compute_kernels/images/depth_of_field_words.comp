#version 430 core
// depth_of_field_words: the four bytes of one pixel as four words, whose sums are exact.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };   // red in the lowest byte
layout(std430, binding = 1) writeonly buffer Result { uvec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = uvec4(source[i], source[i] >> 8u, source[i] >> 16u, source[i] >> 24u) & 255u;
}
