#version 430 core
// Wrong: a buffer of 2^32 - 1 words.
// run: buffer Result=zero:4294967295
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
