#version 330 core
// scatter_search: the element that belongs at one place of the result, found among the sorted pairs by halving.
//
// The last pair of the place has its last element. A place without any pair gets 0.
#include "stream.glsl"

#ifndef ELEMENT
#define SAMPLER sampler2D
#define ELEMENT vec4                 // for elements of integers the library defines isampler2D and ivec4, or usampler2D and uvec4
#endif

uniform usampler2D pairs;
uniform SAMPLER source;
uniform int pairs_count;             // the library sets it

layout(location = 0) out ELEMENT result;

void main() {
    uint place = uint(element());
    int low = 0, high = pairs_count;                  // as many pairs, or more, have this place or one before
    while (low < high) {
        int middle = (low + high) / 2;
        if (fetch(pairs, middle).r <= place) low = middle + 1; else high = middle;
    }
    uvec4 last = fetch(pairs, max(low - 1, 0));
    result = ELEMENT(0);
    if (low > 0 && last.r == place) result = fetch(source, int(last.g));
}
