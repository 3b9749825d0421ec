#version 430 core
// addresses: which forms of the address translation send this element's index to the wrong texel; one bit each.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 256) in;

uniform vec2 texture_size;
layout(std430, binding = 0) writeonly buffer Wrong { uint wrong[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 right = packed_texel(i, int(texture_size.x));
    float index = float(i);
    ivec2 by_33_1 = ivec2(floor(printed_1d_to_rectangle(index, texture_size)));
    ivec2 by_33_2 = ivec2(floor(printed_1d_to_2d(index, texture_size) * texture_size));
    ivec2 with_half = ivec2(floor(printed_1d_to_2d(index + 0.5, texture_size) * texture_size));
    ivec2 corrected = ivec2(packed_texel_float(index, texture_size.x));
    wrong[i] = uint(corrected != right) | uint(by_33_1 != right) << 1u | uint(by_33_2 != right) << 2u | uint(with_half != right) << 3u;
}
