#version 430 core
// scatter_add: one element of the source added to the sum of its place, atomically.
//
// A sum is the bits of a float, since core GLSL adds whole numbers only; reduce_atomic.glsl says how a float
// is added to it.
#include "stream.glsl"
#include "scatter.glsl"
#include "reduce.glsl"
#include "reduce_atomic.glsl"

layout(local_size_x = 256) in;

uniform int sums_count;              // places; the library sets it
layout(std430, binding = 2) buffer Sums { uint sums[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    uint place = places[i];
    if (place < uint(sums_count)) atomic_combine(sums[place], source[i]);
}
