#version 430 core
// Wrong: a run comment with a slip of the pen.
// run: grups 4
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
