#version 430 core
// compensated_sum: a long sum that keeps what rounding loses.
#include "stream.glsl"

layout(local_size_x = 1) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    precise float sum = 0.0;
    precise float lost = 0.0;
    for (int k = 0; k < source_count; k++) {
        precise float number = source[k] - lost;
        precise float next = sum + number;
        lost = (next - sum) - number;
        sum = next;
    }
    result[0] = sum;
}
