#version 430 core
// Wrong: a run comment fills a buffer that the kernel does not have.
// run: buffer Sauce=random:64
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
