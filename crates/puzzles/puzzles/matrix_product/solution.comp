#version 430 core
// matrix_product: one element of a matrix product.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int side;
layout(std430, binding = 0) readonly  buffer A { float a[]; };
layout(std430, binding = 1) readonly  buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int row = i / side;
    int column = i % side;
    float sum = 0.0;
    for (int k = 0; k < side; k++) sum += a[row * side + k] * b[k * side + column];
    result[i] = sum;
}
