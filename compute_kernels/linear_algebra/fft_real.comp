#version 430 core
// fft_real: one frequency of real numbers from two frequencies of their pairs, or one of the pairs from two
// of the real numbers.
//
// As fft_real.frag, from a buffer to a buffer.
#include "stream.glsl"
#include "fft_real.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Roots  { vec2 roots[]; };
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

void main() {
    int k = element();
    if (k >= element_count) return;
    result[k] = parted(source[place_of(k)], source[place_of(pairs - k)], roots[k]);
}
