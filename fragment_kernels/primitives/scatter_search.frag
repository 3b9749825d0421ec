#version 330 core
// scatter_search: the element that belongs at one place of the result, searched for among the sorted places.
//
// The last of several equal places has the last element. A place that is not among them gets 0.
#include "stream.glsl"
#include "sorted.glsl"

#ifndef ELEMENT
#define SAMPLER sampler2D
// For elements of integers the library defines isampler2D and ivec4, or usampler2D and uvec4.
#define ELEMENT vec4
#endif

uniform usampler2D places;           // sorted
uniform usampler2D indices;          // and the element of each
uniform SAMPLER source;
uniform int places_count;            // the library sets it

layout(location = 0) out ELEMENT result;

void main() {
    uint place = uint(element());
    int last = below(places, places_count, place + 1u) - 1;
    result = ELEMENT(0);
    if (last >= 0 && fetch(places, last).r == place) result = fetch(source, int(fetch(indices, last).r));
}
