#version 330 core
// kept_by_search: the element that is kept in one place.
#include "stream.glsl"

uniform int counts_count;
uniform usampler2D counts;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    uint place = uint(min(element(), element_count - 1));  // the padding repeats the last element
    int low = 0;
    int high = counts_count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (fetch(counts, middle).r <= place) low = middle + 1; else high = middle;
    }
    result = fetch(source, low).r;
}
