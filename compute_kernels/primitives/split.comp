#version 430 core
// split: one element of the source, stored where its number among the kept ones says or, behind those, its
// number among the others.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int source_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
// How many are kept up to each element, itself counted.
layout(std430, binding = 1) readonly  buffer Sums   { uint sums[]; };
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    uint kept = sums[source_count - 1];
    TYPE value = source[i];
    uint place = keeps(value) ? sums[i] - 1u : kept + uint(i) - sums[i];
    result[place] = value;
}
