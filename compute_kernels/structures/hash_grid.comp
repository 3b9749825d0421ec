#version 430 core
// hash_grid: the bucket of one point: what the points are sorted by.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1) writeonly buffer Result   { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = uint(bucket_of(cell_of(position[i].xyz)));
}
