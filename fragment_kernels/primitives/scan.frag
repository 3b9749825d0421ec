#version 330 core
// scan: one pass of the inclusive prefix sum (Hillis and Steele, 1986).
//
// Run log2(n) times with stride 1, 2, 4, ..., swapping source and result.
// Each pass adds the element `stride` places to the left, if there is one.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif

uniform int stride;
uniform SAMPLER source;

layout(location = 0) out TYPE result;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    TYPE sum = here(source).r;
    if (i >= stride) sum += fetch(source, i - stride).r;
    result = sum;
}
