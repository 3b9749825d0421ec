#version 330 core
// search: how many elements of a sorted stream are less than a key, for one key: its lower bound (Buck and Purcell, 2004).
//
// Every key takes the same steps, with strides that are halved, so that no fragment waits for another.
#include "stream.glsl"
#include "sort.glsl"

#ifndef SAMPLER
#define SAMPLER sampler2D
#endif

uniform int first_stride;   // the largest power of two that is not more than the number of elements
uniform int sorted_count;   // the library sets it
uniform SAMPLER sorted;
uniform SAMPLER keys;

layout(location = 0) out uint result;

void main() {
    uint wanted = code(here(keys).r);
    int below = 0;                                    // so many elements are less, as far as is known
    for (int stride = first_stride; stride > 0; stride /= 2) {
        int next = below + stride;
        if (next <= sorted_count && code(fetch(sorted, next - 1).r) < wanted) below = next;
    }
    result = uint(below);
}
