#version 330 core
// larger_of_two: the larger of two numbers.
#include "stream.glsl"

uniform sampler2D x;
uniform sampler2D y;

layout(location = 0) out float result;

float larger(float a, float b) {
    if (isnan(a)) return b;
    if (isnan(b)) return a;
    return max(a, b);
}

void main() {
    result = larger(here(x).r, here(y).r);
}
