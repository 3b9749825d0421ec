#version 430 core
// sort_scatter: the keys and values of one chunk per invocation, each to its place by one digit of its key.
// For the lanes of a CPU: each walks memory of its own. For a GPU it is sort_onesweep.comp.
//
// The last step of a pass of the radix sort: `places` says where the first key of each digit in each chunk
// belongs. A lane goes through its chunk in order, so that keys of equal digits stay in order: what the
// passes before sorted stays sorted.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#define FOUR vec4
#define RESULT float
#endif

layout(local_size_x = 8) in;

const int DIGITS = 256;

uniform int chunk;          // keys of a chunk, a multiple of 16
uniform int shift;          // of the digit, in bits
uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly  buffer Keys         { FOUR keys[]; };
layout(std430, binding = 1) readonly  buffer Values       { uvec4 values[]; };
// Of digit d in chunk i: places[d * chunks + i].
layout(std430, binding = 2) readonly  buffer Places       { uint places[]; };
layout(std430, binding = 3) writeonly buffer ResultKeys   { RESULT result_keys[]; };
layout(std430, binding = 4) writeonly buffer ResultValues { uint result_values[]; };

shared uint column[DIGITS][gl_WorkGroupSize.x];

void put(KEY key, uint value) {
    uint word = code(key);
    uint at = column[(word >> shift) & 255u][gl_LocalInvocationID.x]++;
    RESULT result;
    decode(word, result);
    result_keys[at] = result;
    result_values[at] = value;
}

void main() {
    int i = element(), chunks = element_count;
    uint lane = gl_LocalInvocationID.x;
    if (i >= chunks) return;
    for (int digit = 0; digit < DIGITS; digit++) column[digit][lane] = places[digit * chunks + i];
    int at = i * (chunk / 4);
    int end = min(at + chunk / 4, (keys_count + 3) / 4);
    for (; at < end; at++) {
        FOUR four = keys[at];
        uvec4 with = values[at];
        int left = keys_count - 4 * at;               // the last four may be fewer
        put(four.x, with.x);
        if (left > 1) put(four.y, with.y);
        if (left > 2) put(four.z, with.z);
        if (left > 3) put(four.w, with.w);
    }
}
