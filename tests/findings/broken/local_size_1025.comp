#version 430 core
// Wrong: a work group of a million lanes.
layout(local_size_x = 1025, local_size_y = 1025) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
