#version 430 core
// sort_pairs: of one chunk of the keys per invocation, each key's code with its value beside it.
// For the lanes of a CPU: each walks memory of its own.
//
// What the radix sort moves: a pair goes to its place by one store, and comes from one line of the cache.
#include "stream.glsl"
#include "sort.glsl"

#ifndef FOUR
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;          // keys of a chunk, a multiple of 16
uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly  buffer Keys   { FOUR keys[]; };
layout(std430, binding = 1) readonly  buffer Values { uvec4 values[]; };
// Code, value, code, value.
layout(std430, binding = 2) writeonly buffer Pairs  { uvec4 pairs[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (keys_count + 3) / 4);
    for (; at < end; at++) {
        FOUR key = keys[at];
        uvec4 value = values[at];
        pairs[2 * at] = uvec4(code(key.x), value.x, code(key.y), value.y);
        if (4 * at + 2 < keys_count) pairs[2 * at + 1] = uvec4(code(key.z), value.z, code(key.w), value.w);
    }
}
