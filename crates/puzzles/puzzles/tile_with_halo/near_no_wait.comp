#version 430 core
// tile_with_halo: an element and its two neighbours added, by way of shared memory.
// refused: race
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float tile[66];

void main() {
    int i = element();
    int lane = int(gl_LocalInvocationID.x);
    int last = element_count - 1;
    tile[lane + 1] = source[min(i, last)];
    if (lane == 0) tile[0] = source[max(i - 1, 0)];
    if (lane == 63) tile[65] = source[min(i + 1, last)];
    if (i <= last) result[i] = tile[lane] + tile[lane + 1] + tile[lane + 2];
}
