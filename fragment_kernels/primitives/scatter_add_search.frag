#version 330 core
// scatter_add_search: the sum of the elements of one place, which lie together where places are sorted: one
// element of the result.
//
// `sums` are prefix sums of the elements in that order, so that two of them, and a difference, are enough for
// a run of any length.
#include "stream.glsl"
#include "sorted.glsl"

uniform usampler2D places;           // sorted
uniform sampler2D sums;
uniform int places_count;            // the library sets it

layout(location = 0) out float result;

void main() {
    uint place = uint(element());
    int begin = below(places, places_count, place), end = below(places, places_count, place + 1u);
    result = 0.0;
    if (end > begin) result = fetch(sums, end - 1).r;
    if (end > begin && begin > 0) result -= fetch(sums, begin - 1).r;
}
