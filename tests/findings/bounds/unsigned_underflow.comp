#version 430 core
// The guard comes too late: i - 1 of the unsigned 0 is 4294967295, which is not below zero.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x, left = i - 1u;
    int before = left >= 0u ? source[left] : 0;
    result[i] = before;
}
