#version 430 core
// grayscale: the luma of one pixel, in all three colours of the result.
//
// The same two lines as grayscale.frag, between an unpack and a pack.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };   // red in the lowest byte
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

const vec3 WEIGHTS = vec3(0.2126, 0.7152, 0.0722);

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 pixel = unpackUnorm4x8(source[i]);
    result[i] = packUnorm4x8(vec4(vec3(dot(pixel.rgb, WEIGHTS)), pixel.a));
}
