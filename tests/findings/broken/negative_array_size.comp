#version 430 core
// Wrong: an array with a negative size.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float few[-3];
    result[0] = few[0];
}
