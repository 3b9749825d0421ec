#version 330 core
// select_depth: one half of a key's code as a depth, 65,536 depths in all.
//
// The upper half of every key; then the lower half of those whose upper half is the one looked for, and 0 of
// all others.
#include "stream.glsl"
#include "sort.glsl"

#ifndef SAMPLER
#define SAMPLER sampler2D
#endif

uniform int lower;    // 1 for the lower half
uniform int upper;    // the upper half looked for
uniform SAMPLER keys;

layout(location = 0) out float result;   // nobody reads it

void main() {
    uint word = code(here(keys).r);
    uint half_code = word >> 16u;
    if (lower != 0) half_code = half_code == uint(upper) ? (word & 0xffffu) : 0u;
    result = float(half_code) / 65536.0;
    gl_FragDepth = result;
}
