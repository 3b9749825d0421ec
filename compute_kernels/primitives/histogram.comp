#version 430 core
// histogram: one element of the source counted in its bin, atomically.
//
// All invocations of the dispatch share one histogram in memory. Those that hit the same bin wait for one
// another.
#include "stream.glsl"
#include "histogram.glsl"

layout(local_size_x = 256) in;

uniform int source_count;            // the library sets it
uniform int counts_count;            // bins; the library sets it
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1)          buffer Counts { uint counts[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    uint bin = bin_of(source[i], counts_count);
    if (bin != NOWHERE) atomicAdd(counts[bin], 1u);
}
