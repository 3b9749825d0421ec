#version 430 core
// Wrong: no local size.
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
