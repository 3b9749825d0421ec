#version 430 core
// Wrong: a dispatch of no groups.
// run: groups 0
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
