#version 430 core
// histogram: how many numbers leave each remainder by 16.
// refused: wrong
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Bins { uint bins[]; };
uniform uint n;

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i + 1u >= n) return;
    atomicAdd(bins[source[i] % 16u], 1u);
}
