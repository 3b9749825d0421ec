#version 330 core
// two_outputs: the sum and the difference of two numbers.
// refused: wrong
#include "stream.glsl"

uniform sampler2D x;
uniform sampler2D y;

layout(location = 0) out float sum;
layout(location = 1) out float difference;

void main() {
    sum = here(x).r + here(y).r;
    difference = here(y).r - here(x).r;
}
