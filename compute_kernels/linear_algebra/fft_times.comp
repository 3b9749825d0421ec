#version 430 core
// fft_times: one element of lines times a factor for each of their places, and zero behind the last factor.
//
// As fft_times.frag, from a buffer to a buffer.
#include "stream.glsl"
#include "fft_times.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source  { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Factors { vec2 factors[]; };
layout(std430, binding = 2) writeonly buffer Result  { vec2 result[]; };

void main() {
    int at = element();
    if (at >= element_count) return;
    int i = place_of(at);
    vec2 product = vec2(0.0);
    if (i < factors_count) product = scaled(source[source_of(at, i)], factors[i]);
    result[at] = product;
}
