#version 430 core
// Right: with the largest value subtracted first no power overflows, and the sum is at least 1.
// run: watch non-finite
// run: buffer Source=[1.0,100.0,-300.0,99.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float largest = source[0], sum = 0.0;
    for (uint k = 1u; k < 4u; k++) largest = max(largest, source[k]);
    for (uint k = 0u; k < 4u; k++) sum += exp(source[k] - largest);
    result[gl_LocalInvocationID.x] = exp(source[gl_LocalInvocationID.x] - largest) / sum;
}
