#version 430 core
// Wrong: an array of arrays of 2^62 elements.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float big[1073741824][1073741824][4];
    big[0][0][0] = 1.0;
    result[0] = big[0][0][0];
}
