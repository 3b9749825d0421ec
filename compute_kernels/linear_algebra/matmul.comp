#version 430 core
// matmul: one element of a matrix product, or of as much of it as one dispatch adds.
//
// The same loop as matmul.frag; the sums so far are where the result will be, and are updated in place.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int first;                    // the products of this dispatch: from `first`
uniform int last;                     // to before `last`
uniform ivec4 a_shape;                // columns and rows; the library sets them
uniform ivec4 b_shape;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer Result     { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 at = place(i, b_shape.x);   // column and row
    float sum = result[i];
    for (int k = first; k < last; ++k) sum += a[at.y * a_shape.x + k] * b[k * b_shape.x + at.x];
    result[i] = sum;
}
