#version 430 core
// Wrong: an endless loop in 65,535 groups.
// run: groups 65535
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float x = 0.0;
    while (true) x += 1.0;
    result[0] = x;
}
