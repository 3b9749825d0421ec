#version 330 core
// hash_grid_merge: the bucket and the number of one point, where two stretches of sorted points become one.
//
// Of the points in front of it some are of the first stretch, the others of the second. How many is found by
// halving (Green, McColl and Bader, GPU Merge Path, 2012), so that two stretches are merged in one pass, for
// which a network takes one per step. In one bucket the first stretch's points go first: their order stays.
#include "stream.glsl"

uniform int stretch;                 // points of each of the two, a power of two
uniform int row_bits;                // of a point's place in the texture, for its column
uniform usampler2D source;           // bucket and number

layout(location = 0) out uvec2 result;

uvec2 point(int i) { return fetch(source, ivec2(i & ((1 << row_bits) - 1), i >> row_bits)).rg; }

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last point
    int first = i & ~((2 * stretch) - 1);
    int second = min(first + stretch, element_count), end = min(second + stretch, element_count);
    int front = i - first;
    int low = max(front - (end - second), 0), high = min(front, second - first);      // of them from the first stretch
    while (low < high) {
        int middle = (low + high) >> 1;
        bool of_first = point(first + middle).r <= point(second + front - middle - 1).r;
        if (of_first) low = middle + 1; else high = middle;
    }
    int mine = first + low, other = second + front - low;
    uvec2 one = point(min(mine, second - 1)), two = point(min(other, end - 1));
    result = mine < second && (other >= end || one.r <= two.r) ? one : two;
}
