#version 430 core
// sort_start: what the networks sort: of each key, its code and its index.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Keys   { KEY keys[]; };
layout(std430, binding = 1) writeonly buffer Result { uvec2 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = uvec2(code(keys[i]), i);
}
