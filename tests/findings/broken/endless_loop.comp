#version 430 core
// Wrong: a loop without an end.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float x = 0.0;
    while (true) x += 1.0;
    result[0] = x;
}
