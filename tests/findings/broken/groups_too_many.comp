#version 430 core
// Wrong: more groups than a dispatch can have.
// run: groups 4294967296,4294967296,4294967296
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
