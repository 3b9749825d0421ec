#version 430 core
// sort_count: how often each of the 256 digits occurs in one chunk of the keys per invocation.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is sort_histogram.comp.
//
// The first step of a pass of the radix sort. A lane counts in a column of its own, so no atomic operation is
// needed.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#define FOUR vec4
#endif

layout(local_size_x = 8) in;

const int DIGITS = 256;

uniform int chunk;          // keys of a chunk, a multiple of 16
uniform int shift;          // of the digit, in bits
uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly  buffer Keys   { FOUR keys[]; };
// Of digit d in chunk i: counts[d * chunks + i].
layout(std430, binding = 1) writeonly buffer Counts { uint counts[]; };

shared uint column[DIGITS][gl_WorkGroupSize.x];

void count(KEY key) { column[(code(key) >> shift) & 255u][gl_LocalInvocationID.x]++; }

void main() {
    int i = element(), chunks = element_count;
    uint lane = gl_LocalInvocationID.x;
    if (i >= chunks) return;
    for (int digit = 0; digit < DIGITS; digit++) column[digit][lane] = 0u;
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (keys_count + 3) / 4);
    for (; at < end; at++) {
        FOUR four = keys[at];
        int left = keys_count - 4 * at;               // the last four may be fewer
        count(four.x);
        if (left > 1) count(four.y);
        if (left > 2) count(four.z);
        if (left > 3) count(four.w);
    }
    for (int digit = 0; digit < DIGITS; digit++) counts[digit * chunks + i] = column[digit][lane];
}
