#version 430 core
// invert: one pixel of the negative.
//
// The same line as invert.frag. A buffer has no pixel format, so what the texture unit and the output did
// stands here: unpack, pack.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };   // red in the lowest byte
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 pixel = unpackUnorm4x8(source[i]);
    result[i] = packUnorm4x8(vec4(1.0 - pixel.rgb, pixel.a));
}
