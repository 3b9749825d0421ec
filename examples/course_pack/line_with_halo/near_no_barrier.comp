#version 430 core
// line_with_halo: each number with its two neighbours added.
// refused: race
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
uniform uint n;

shared float tile[66]; // 64 numbers, and one on either side

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    uint last = n - 1u;
    tile[lane + 1u] = source[min(i, last)];
    if (lane == 0u) tile[0] = source[max(i, 1u) - 1u];
    if (lane == 63u) tile[65] = source[min(i + 1u, last)];
    if (i < n) result[i] = tile[lane] + tile[lane + 1u] + tile[lane + 2u];
}
