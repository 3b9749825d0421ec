#version 430 core
// Wrong: a function that calls itself.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
float factorial(float n) { return n < 2.0 ? 1.0 : n * factorial(n - 1.0); }

void main() {
    result[0] = factorial(5.0);
}
