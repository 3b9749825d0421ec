#version 430 core
// Wrong: a buffer of zero words.
// run: buffer Result=zero:0
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
