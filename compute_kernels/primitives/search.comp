#version 430 core
// search: how many elements of a sorted stream are less than a key, for one key: its lower bound.
//
// Same strides as search.frag.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

uniform int first_stride;   // the largest power of two that is not more than the number of elements
uniform int sorted_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Sorted { KEY sorted[]; };
layout(std430, binding = 1) readonly  buffer Keys   { KEY keys[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint wanted = code(keys[i]);
    int below = 0;                                    // so many elements are less, as far as is known
    for (int stride = first_stride; stride > 0; stride /= 2) {
        int next = below + stride;
        if (next <= sorted_count && code(sorted[next - 1]) < wanted) below = next;
    }
    result[i] = uint(below);
}
