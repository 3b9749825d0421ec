#version 430 core
// sort_count: how often each of the 128 digits occurs in one chunk of the pairs per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is sort_histogram.comp.
//
// The first step of a pass of the radix sort. A lane counts in an array of its own, so no atomic operation is
// needed.
#include "stream.glsl"

layout(local_size_x = 8) in;

const int DIGITS = 128;

uniform int chunk;          // pairs of a chunk, a multiple of 16
uniform int shift;          // of the digit, in bits
uniform int pairs_count;    // the library sets it
// Code, value, code, value.
layout(std430, binding = 0) readonly  buffer Pairs  { uvec4 pairs[]; };
// Of digit d in chunk i: counts[d * chunks + i].
layout(std430, binding = 1) writeonly buffer Counts { uint counts[]; };

uint column[DIGITS];

void count(uint code) { column[(code >> shift) & 127u]++; }

void main() {
    int i = element(), chunks = element_count;
    if (i >= chunks) return;
    for (int digit = 0; digit < DIGITS; digit++) column[digit] = 0u;
    int at = i * (chunk / 2);
    int last = min(i * chunk + chunk, pairs_count);
    int end = last / 2;
    for (; at + 2 <= end; at += 2) {                  // two loads per turn: llvmpipe counts turns
        uvec4 two = pairs[at], next = pairs[at + 1];
        count(two.x);
        count(two.z);
        count(next.x);
        count(next.z);
    }
    for (; at < end; at++) {
        uvec4 two = pairs[at];
        count(two.x);
        count(two.z);
    }
    if (2 * at < last) count(pairs[at].x);            // the last one stands alone
    for (int digit = 0; digit < DIGITS; digit++) counts[digit * chunks + i] = column[digit];
}
