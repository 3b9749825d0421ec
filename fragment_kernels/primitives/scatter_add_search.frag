#version 330 core
// scatter_add_search: the sum of the elements of one place, which lie together among the sorted pairs: one element of the result.
//
// `sums` are prefix sums of the sorted elements, so that two of them, and a difference, are enough for a run of any length.
#include "stream.glsl"
#include "pairs.glsl"

uniform usampler2D pairs;            // places and indices
uniform sampler2D sums;
uniform int pairs_count;             // the library sets it

layout(location = 0) out float result;

void main() {
    uint place = uint(element());
    int begin = pairs_below(pairs, pairs_count, place), end = pairs_below(pairs, pairs_count, place + 1u);
    result = 0.0;
    if (end > begin) result = fetch(sums, end - 1).r;
    if (end > begin && begin > 0) result -= fetch(sums, begin - 1).r;
}
