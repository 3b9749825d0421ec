#version 430 core
// sort_unpair: of one chunk of the sorted pairs per invocation, the keys and the values, apart.
// For the lanes of a CPU: each walks memory of its own.
//
// What sort_pairs.comp did, undone.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

uniform int chunk;          // pairs of a chunk, a multiple of 16
uniform int pairs_count;    // the library sets it
// Code, value, code, value.
layout(std430, binding = 0) readonly  buffer Pairs        { uvec4 pairs[]; };
layout(std430, binding = 1) writeonly buffer ResultKeys   { FOUR result_keys[]; };
layout(std430, binding = 2) writeonly buffer ResultValues { uvec4 result_values[]; };

KEY key(uint code) {
    KEY key;
    decode(code, key);
    return key;
}

void main() {
    int i = element();
    if (i >= element_count) return;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (pairs_count + 3) / 4);
    for (; at < end; at++) {
        uvec4 two = pairs[2 * at], next = uvec4(0u);
        if (4 * at + 2 < pairs_count) next = pairs[2 * at + 1];
        result_keys[at] = FOUR(key(two.x), key(two.z), key(next.x), key(next.z));
        result_values[at] = uvec4(two.yw, next.yw);
    }
}
