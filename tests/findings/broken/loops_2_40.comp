#version 430 core
// Wrong: two loops of 2^20 rounds inside each other: 2^40 iterations.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float x = 0.0;
    for (uint a = 0u; a < 1048576u; a++) {
        for (uint b = 0u; b < 1048576u; b++) x = x * 0.5 + 1.0;
    }
    result[0] = x;
}
