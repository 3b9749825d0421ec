#version 430 core
// monte_carlo: the gains of a few blocks of futures added up, and their squares.
//
// The random words are made where they are used: no buffer of them is ever written. Two reductions do the
// rest.
#include "stream.glsl"
#include "monte_carlo.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Sums    { float sum[]; };
layout(std430, binding = 1) writeonly buffer Squares { float squares[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec2 sums = sums_of(i);
    sum[i] = sums.x;
    squares[i] = sums.y;
}
