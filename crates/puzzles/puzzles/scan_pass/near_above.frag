#version 330 core
// scan_pass: one pass of the running sum.
// refused: wrong
#include "stream.glsl"

uniform int stride;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    float sum = here(source).r;
    if (i > stride) sum += fetch(source, i - stride).r;
    result = sum;
}
