#version 430 core
// TASK_NAME: each number doubled.
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    result[i] = 2u * source[i];
}
