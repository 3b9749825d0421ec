#version 430 core
// sort_end: one key of the sorted stream from its code, and the value that belongs to it, from where its
// index points.
//
// The networks sort codes and indices alone, so a value is fetched once, here, and not moved at every step.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source       { uvec2 source[]; };
layout(std430, binding = 1) readonly  buffer Values       { uint values[]; };
layout(std430, binding = 2) writeonly buffer ResultKeys   { KEY result_keys[]; };
layout(std430, binding = 3) writeonly buffer ResultValues { uint result_values[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uvec2 pair = source[i];
    KEY key;
    decode(pair.x, key);
    result_keys[i] = key;
    result_values[i] = values[pair.y];
}
