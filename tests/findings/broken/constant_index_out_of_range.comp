#version 430 core
// Wrong: an index that is a constant and too large.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float few[4];
    few[4] = 1.0;
    result[0] = few[4];
}
