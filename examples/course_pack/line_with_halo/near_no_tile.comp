#version 430 core
// line_with_halo: each number with its two neighbours added.
// refused: over
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
uniform uint n;

shared float tile[66]; // 64 numbers, and one on either side

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    float sum = source[max(i, 1u) - 1u] + source[i];
    result[i] = sum + source[min(i + 1u, n - 1u)];
}
