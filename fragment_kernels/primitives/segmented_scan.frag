#version 330 core
// segmented_scan: one pass of the inclusive prefix sums of segments.
//
// As scan.frag, on pairs of a sum and whether a segment begins in what it is the sum of. Of two neighbours
// the right one's sum stays as it is where a segment begins in it, and the two are added up otherwise:
// brackets may be moved here too (Blelloch, 1990).
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif

uniform int stride;
uniform SAMPLER source;
uniform usampler2D heads;                             // not 0 where a segment begins

layout(location = 0) out TYPE result;
layout(location = 1) out uint result_heads;

void main() {
    int i = min(element(), element_count - 1);        // the padding has nothing of its own
    TYPE sum = here(source).r;
    uint head = here(heads).r;
    if (i >= stride) {
        if (head == 0u) sum += fetch(source, i - stride).r;
        head |= fetch(heads, i - stride).r;
    }
    result = sum;
    result_heads = head;
}
