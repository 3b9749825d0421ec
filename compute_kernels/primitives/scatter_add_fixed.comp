#version 430 core
// scatter_add_fixed: one element of the source, as a whole number of units, added to its place by the
// hardware's own addition.
//
// Whole numbers add up to the same sum in any order. NaN counts as nothing, and what is too large for a word
// as the largest there is.
#include "stream.glsl"
#include "scatter.glsl"

layout(local_size_x = 256) in;

uniform float units;                 // units in 1.0: a power of two
uniform int sums_count;              // the library sets it
layout(std430, binding = 2) buffer Sums { uint sums[]; };

const float LARGEST = 2147483520.0;  // the largest float below 2^31

void main() {
    int i = element();
    if (i >= source_count) return;
    uint place = places[i];
    float value = source[i] * units;
    if (isnan(value)) return;
    int whole = int(roundEven(clamp(value, -LARGEST, LARGEST)));
    // The same bits whether they have a sign or not.
    if (place < uint(sums_count)) atomicAdd(sums[place], uint(whole));
}
