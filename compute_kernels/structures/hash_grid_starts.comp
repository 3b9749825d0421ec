#version 430 core
// hash_grid_starts: where the points of one bucket begin: how many sorted points are of lesser buckets, by binary search.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int buckets_count;           // the library sets it
layout(std430, binding = 0) readonly  buffer Buckets { uint buckets[]; };     // of the sorted points
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int low = 0, high = buckets_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (buckets[middle] < uint(i)) low = middle + 1; else high = middle;
    }
    result[i] = uint(low);
}
