#version 430 core
// compact_ones: 1 for an element that is kept, 0 for any other.
//
// Their prefix sums number the kept elements.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = keeps(source[i]) ? 1u : 0u;
}
