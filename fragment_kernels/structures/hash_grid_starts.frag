#version 330 core
// hash_grid_starts: where the points of one bucket begin: how many sorted points are of lesser buckets, by
// binary search.
#include "stream.glsl"
#include "sorted.glsl"

uniform int buckets_count;           // the library sets it
uniform usampler2D buckets;          // of the sorted points

layout(location = 0) out uint result;

void main() {
    result = uint(below(buckets, buckets_count, uint(element())));
}
