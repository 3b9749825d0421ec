#version 430 core
// The variance as the difference of two means can be a little below zero, and then has no root.
// run: watch non-finite
// run: buffer Source=[3.0,10.0]
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float mean = source[0];
    float mean_of_squares = source[0] * source[0] - 0.25;
    float variance = mean_of_squares - mean * mean;
    result[0] = sqrt(variance);
}
