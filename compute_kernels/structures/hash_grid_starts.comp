#version 430 core
// hash_grid_starts: where the points of one bucket begin: how many sorted points are of lesser buckets, by
// binary search.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int buckets_count;           // the library sets it
layout(std430, binding = 0) readonly  buffer Buckets { uint buckets[]; };     // of the sorted points
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int below = 0;                                    // so many points are of lesser buckets, as far as is known
    for (int stride = 1 << findMSB(buckets_count); stride > 0; stride /= 2) {
        int next = below + stride;
        if (next <= buckets_count && buckets[next - 1] < uint(i)) below = next;
    }
    result[i] = uint(below);
}
