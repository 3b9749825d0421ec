#version 430 core
// TASK_NAME: each number doubled.
// refused: over
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

void main() {
    if (gl_GlobalInvocationID.x > 0u) return;
    for (uint i = 0u; i < n; ++i) result[i] = 2u * source[i];
}
