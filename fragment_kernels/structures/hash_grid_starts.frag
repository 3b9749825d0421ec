#version 330 core
// hash_grid_starts: where the points of one bucket begin: how many sorted points are of lesser buckets, by
// binary search.
#include "stream.glsl"

uniform int buckets_count;           // the library sets it
uniform int row_bits;                // of a point's place in the texture, for its column
uniform usampler2D buckets;          // of the sorted points

layout(location = 0) out uint result;

void main() {
    uint bucket = uint(element());
    int low = 0, high = buckets_count;
    while (low < high) {
        int middle = (low + high) >> 1;
        ivec2 texel = ivec2(middle & ((1 << row_bits) - 1), middle >> row_bits);
        if (fetch(buckets, texel).r < bucket) low = middle + 1; else high = middle;
    }
    result = uint(low);
}
