#version 430 core
// histogram: how many numbers leave each remainder by 16.
// refused: over
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Bins { uint bins[]; };
uniform uint n;

void main() {
    if (gl_GlobalInvocationID.x > 0u) return;
    for (uint i = 0u; i < n; ++i) bins[source[i] % 16u] += 1u;
}
