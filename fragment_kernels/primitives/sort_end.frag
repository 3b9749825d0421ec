#version 330 core
// sort_end: one key of the sorted stream from its code, and the value that belongs to it, from where its
// index points.
//
// With PACKED 1 a texel holds two pairs, as sort_start.frag made them; else it holds one.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif
#ifndef PACKED
#define PACKED 0
#endif

uniform usampler2D source;
uniform usampler2D values;

layout(location = 0) out KEY result_keys;
layout(location = 1) out uint result_values;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
#if PACKED
    uvec4 two = fetch(source, i / 2);
    uvec2 pair = i % 2 == 0 ? two.xy : two.zw;
#else
    uvec2 pair = fetch(source, i).rg;
#endif
    decode(pair.x, result_keys);
    result_values = fetch(values, int(pair.y)).r;
}
