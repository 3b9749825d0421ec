#version 430 core
// Wrong: a readonly buffer is written.
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };

void main() {
    source[0] = 1.0;
}
