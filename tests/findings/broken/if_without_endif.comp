#version 430 core
// Wrong: a conditional without an end.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
#if 1
void main() {
    result[0] = 1.0;
}
