#version 330 core
// scatter_search: the element that belongs at one place of the result, searched for among the sorted pairs.
//
// The last pair of the place has its last element. A place without any pair gets 0.
#include "stream.glsl"
#include "pairs.glsl"

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
    int end = pairs_below(pairs, pairs_count, place + 1u);
    uvec4 last = fetch(pairs, max(end - 1, 0));
    result = ELEMENT(0);
    if (end > 0 && last.r == place) result = fetch(source, int(last.g));
}
