#version 430 core
// vector_add: the sum of two lists, number by number.
layout(local_size_x = 64) in;

layout(std430) readonly buffer A { float a[]; };
layout(std430) readonly buffer B { float b[]; };
layout(std430) writeonly buffer Sum { float sum[]; };
uniform uint n;

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    sum[i] = a[i] + b[i];
}
