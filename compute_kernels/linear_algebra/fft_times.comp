#version 430 core
// fft_times: one element of lines times a factor for each of their places, and zero behind the last factor.
//
// As fft_times.frag.
#include "stream.glsl"
#include "complex.glsl"

layout(local_size_x = 256) in;

uniform int points;            // of a line of the result
uniform int source_points;     // of a line of the source
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
uniform int factors_count;     // the library sets it
layout(std430, binding = 0) readonly  buffer Source  { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Factors { vec2 factors[]; };
layout(std430, binding = 2) writeonly buffer Result  { vec2 result[]; };

void main() {
    int at = element();
    if (at >= element_count) return;
    int i = at / stride % points;                     // the place in the line
    int from = (at / stride / points * source_points + i) * stride + at % stride;
    vec2 product = vec2(0.0);
    if (i < factors_count) product = times(exchange(source[from], inverse), factors[i]);
    result[at] = exchange(scale * product, inverse);
}
