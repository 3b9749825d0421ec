#version 330 core
// search: how many elements of a sorted stream are less than a key, for one key: its lower bound (Buck and
// Purcell, 2004).
//
// The key's code and all codes that it meets compare as whole numbers; search.glsl has the steps.
#include "stream.glsl"
#include "sort.glsl"
#include "search.glsl"

#ifndef SAMPLER
#define SAMPLER sampler2D
#endif

uniform SAMPLER sorted;
uniform SAMPLER keys;

layout(location = 0) out uint result;

uint sorted_code(int at) { return code(fetch(sorted, at).r); }

void main() {
    result = uint(lower_bound(code(here(keys).r), 0, first_stride));
}
