#version 430 core
// scatter: one element of the source, stored at its place in the result.
//
// An invocation computes the address that it stores to. Two that compute the same one race, so here every
// place must be another.
#include "stream.glsl"
#include "scatter.glsl"

layout(local_size_x = 256) in;

uniform int result_count;            // the library sets it
layout(std430, binding = 2) writeonly buffer Result { ELEMENT result[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    uint place = places[i];
    if (place < uint(result_count)) result[place] = source[i];   // NOWHERE is larger than any count
}
