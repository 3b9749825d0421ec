#version 330 core
// matmul: one element of a matrix product, or of as much of it as one pass adds.
//
// Row `at.y` of `a` times column `at.x` of `b`. A sum that is too long for a pass is added range by range,
// each pass to the sums so far.
#include "stream.glsl"

uniform int first;                    // the products of this pass: from `first`
uniform int last;                     // to before `last`
uniform sampler2D a;
uniform sampler2D b;
uniform sampler2D sums;               // so far

layout(location = 0) out float result;

void main() {
    ivec2 at = here();                // column and row
    float sum = here(sums).r;
    for (int k = first; k < last; ++k) sum += fetch(a, ivec2(k, at.y)).r * fetch(b, ivec2(at.x, k)).r;
    result = sum;
}
