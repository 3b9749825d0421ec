#version 330 core
// monte_carlo: the gains of a few blocks of futures added up, and their squares.
//
// The random words are made where they are used: no stream of them is ever written. Two reductions do the rest.
#include "stream.glsl"
#include "monte_carlo.glsl"

uniform int blocks;          // that one fragment plays
uniform int block_count;     // in all

layout(location = 0) out float sum;
layout(location = 1) out float squares;

void main() {
    int first = element() * blocks, end = min(first + blocks, block_count);
    vec2 sums = vec2(0.0);
    for (int block = first; block < end; ++block) {
        vec4 four = gains(block);
        sums += vec2(dot(four, vec4(1.0)), dot(four, four));
    }
    sum = sums.x;
    squares = sums.y;
}
