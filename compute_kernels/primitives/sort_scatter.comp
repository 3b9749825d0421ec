#version 430 core
// sort_scatter: the pairs of one chunk per invocation, each to its place by one digit of its code.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is sort_onesweep.comp.
//
// The last step of a pass of the radix sort: `places` says where the first pair of each digit in each chunk
// belongs. A lane goes through its chunk in order, so that pairs of equal digits stay in order: what the
// passes before sorted stays sorted.
#include "stream.glsl"

layout(local_size_x = 8) in;

const int DIGITS = 128;

uniform int chunk;          // pairs of a chunk, a multiple of 16
uniform int shift;          // of the digit, in bits
uniform int pairs_count;    // the library sets it
// Code, value, code, value.
layout(std430, binding = 0) readonly  buffer Pairs  { uvec4 pairs[]; };
// Of digit d in chunk i: places[d * chunks + i].
layout(std430, binding = 1) readonly  buffer Places { uint places[]; };
layout(std430, binding = 2) writeonly buffer Result { uvec2 result[]; };

uint column[DIGITS];        // the place of the next pair of each digit

void put(uvec2 pair) {
    uint digit = (pair.x >> shift) & 127u;
    uint place = column[digit];
    column[digit] = place + 1u;
    result[place] = pair;
}

void main() {
    int i = element(), chunks = element_count;
    if (i >= chunks) return;
    for (int digit = 0; digit < DIGITS; digit++) column[digit] = places[digit * chunks + i];
    int at = i * (chunk / 2);
    int last = min(i * chunk + chunk, pairs_count);
    int end = last / 2;
    for (; at + 2 <= end; at += 2) {                  // two loads per turn: llvmpipe counts turns
        uvec4 two = pairs[at], next = pairs[at + 1];
        put(two.xy);
        put(two.zw);
        put(next.xy);
        put(next.zw);
    }
    for (; at < end; at++) {
        uvec4 two = pairs[at];
        put(two.xy);
        put(two.zw);
    }
    if (2 * at < last) put(pairs[at].xy);             // the last one stands alone
}
