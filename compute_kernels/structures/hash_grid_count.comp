#version 430 core
// hash_grid_count: the bucket of one point, counted there; the count before is the point's rank among those
// of its bucket.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

uniform int position_count;          // the library sets it
layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1) writeonly buffer Rank     { uint rank[]; };
layout(std430, binding = 2)           buffer Counts   { uint counts[]; };

void main() {
    int i = element();
    if (i >= position_count) return;
    rank[i] = atomicAdd(counts[bucket_of(cell_of(position[i].xyz))], 1u);
}
