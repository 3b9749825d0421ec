#version 430 core
// Wrong: a warp of 65 lanes.
// run: warp 65
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
