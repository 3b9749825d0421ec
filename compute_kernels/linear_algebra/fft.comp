#version 430 core
// fft: one element of one dispatch of a Fourier transform, which makes transforms RADIX times as long as they are.
//
// The same loop as fft.frag; where a line's elements lie is said by `stride`, 1 along rows, a row's length along columns.
#include "stream.glsl"
#include "complex.glsl"

#ifndef RADIX
#define RADIX 2
#endif

layout(local_size_x = 256) in;

uniform int points;            // of a line, a power of two
uniform int span;              // of the transforms so far
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Roots  { vec2 roots[]; };        // of one: `points` of them, clockwise
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

void main() {
    int at = element();
    if (at >= element_count) return;
    int i = at / stride & points - 1;                                         // the place in the line
    int line = at - i * stride;
    int inside = i & RADIX * span - 1;                                        // the place in its new transform
    int first = (i - inside) / RADIX + (inside & span - 1);
    int step = inside * (points / (RADIX * span));

    vec2 sum = vec2(0.0);
    for (int part = 0; part < RADIX; ++part) {
        int from = first + part * (points / RADIX);
        vec2 number = source[line + from * stride];
        vec2 root = roots[part * step & points - 1];
        sum += times(exchange(number, inverse), root);
    }
    result[at] = exchange(scale * sum, inverse);
}
