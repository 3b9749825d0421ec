#version 430 core
// Right: values near the end of what a float holds, and denormal ones, are finite.
// run: watch non-finite
// run: buffer Result=zero:2
layout(local_size_x = 1) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float product = 1.0, quotient = 1.0;
    for (int k = 0; k < 38; k++) product *= 10.0;
    for (int k = 0; k < 60; k++) quotient /= 10.0;
    result[0] = product;
    result[1] = quotient;
}
