#version 330 core
// search_step: one step of the search for one key, for cards whose fragments have no loops.
//
// Run with stride = first_stride, ..., 2, 1; `below` is the result of the step before, and zero at first.
#include "stream.glsl"
#include "sort.glsl"

#ifndef SAMPLER
#define SAMPLER sampler2D
#endif

uniform int stride;
uniform int sorted_count;   // the library sets it
uniform SAMPLER sorted;
uniform SAMPLER keys;
uniform usampler2D below;

layout(location = 0) out uint result;

void main() {
    uint wanted = code(here(keys).r);
    result = here(below).r;
    int next = int(result) + stride;
    if (next <= sorted_count && code(fetch(sorted, next - 1).r) < wanted) result = uint(next);
}
