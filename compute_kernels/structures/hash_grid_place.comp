#version 430 core
// hash_grid_place: the number of one point, written where it belongs in the order of the buckets.
//
// `starts` are the counts of all buckets before each, so a point's place is its bucket's start and its own
// rank there. No two points have one place, so the stores need no atomics.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

uniform int position_count;          // the library sets it
layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Rank     { uint rank[]; };
layout(std430, binding = 2) readonly  buffer Starts   { uint starts[]; };
layout(std430, binding = 3) writeonly buffer Order    { uint order[]; };

void main() {
    int i = element();
    if (i >= position_count) return;
    order[starts[bucket_of(cell_of(position[i].xyz))] + rank[i]] = uint(i);
}
