#version 430 core
// Wrong: a work group of no lanes.
layout(local_size_x = 0) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
