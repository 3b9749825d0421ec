#version 330 core
// monte_carlo: the gains of a few blocks of futures added up, and their squares.
//
// The random words are made where they are used: no stream of them is ever written. Two reductions do the
// rest.
#include "stream.glsl"
#include "monte_carlo.glsl"

layout(location = 0) out float sum;
layout(location = 1) out float squares;

void main() {
    vec2 sums = sums_of(element());
    sum = sums.x;
    squares = sums.y;
}
