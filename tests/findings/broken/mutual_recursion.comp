#version 430 core
// Wrong: two functions that call each other.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
bool odd(uint n);
bool even(uint n) { return n == 0u || odd(n - 1u); }
bool odd(uint n) { return n != 0u && even(n - 1u); }

void main() {
    result[0] = even(7u) ? 1.0 : 0.0;
}
