#version 430 core
// fft: one element of one dispatch of a Fourier transform, which makes transforms RADIX times as long as they
// are.
//
// The same sum as fft.frag, from fft.glsl; where a line's elements lie is said by `stride`, 1 along rows, a
// row's length along columns.
#include "stream.glsl"
#include "fft.glsl"

layout(local_size_x = 256) in;

uniform int stride;            // from one element of a line to the next
layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Roots  { vec2 roots[]; };
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

int line;                      // where this invocation's line begins

vec2 number(int from) { return source[line + (from * stride)]; }

vec2 root(int power) { return roots[power]; }

void main() {
    int at = element();
    if (at >= element_count) return;
    int i = (at / stride) & (points - 1);                                     // the place in the line
    line = at - (i * stride);
    result[at] = transformed(i);
}
