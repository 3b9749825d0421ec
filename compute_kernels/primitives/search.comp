#version 430 core
// search: how many elements of a sorted stream are less than a key, for one key: its lower bound.
//
// Same steps as search.frag, by search.glsl.
#include "stream.glsl"
#include "sort.glsl"
#include "search.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Sorted { KEY sorted[]; };
layout(std430, binding = 1) readonly  buffer Keys   { KEY keys[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

uint sorted_code(int at) { return code(sorted[at]); }

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = uint(lower_bound(code(keys[i]), 0, first_stride));
}
