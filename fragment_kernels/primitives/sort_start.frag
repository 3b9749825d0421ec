#version 330 core
// sort_start: what the networks sort: of each key, its code and its index.
//
// With PACKED 1 a texel holds two pairs, the lesser first. Behind the last key there are pairs that go behind
// all others.
#include "stream.glsl"
#include "sort.glsl"

#ifndef SAMPLER
#define SAMPLER sampler2D
#endif
#ifndef PACKED
#define PACKED 0
#endif

uniform int keys_count;   // the library sets it
uniform SAMPLER keys;

#if PACKED
layout(location = 0) out uvec4 result;
#else
layout(location = 0) out uvec2 result;
#endif

uvec2 pair(int i) {
    if (i >= keys_count) return uvec2(0xffffffffu, i);
    return uvec2(code(fetch(keys, i).r), i);
}

void main() {
#if PACKED
    uvec2 left = pair(2 * element()), right = pair(2 * element() + 1);
    result = before(right, left) ? uvec4(right, left) : uvec4(left, right);
#else
    result = pair(element());
#endif
}
