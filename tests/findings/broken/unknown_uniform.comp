#version 430 core
// Wrong: a run comment sets a uniform that the kernel does not have.
// run: uniform cuont=7
layout(local_size_x = 32) in;
uniform int count;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = float(count);
}
