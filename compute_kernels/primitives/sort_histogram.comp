#version 430 core
// sort_histogram: how often each value of each of the four digits occurs, tile by tile.
//
// All passes of the one-sweep sort need it, and one dispatch is enough for all, since moving the keys does
// not change how many there are of a digit. A group counts in shared memory, four histograms side by side,
// then adds its counts to all others'.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

const int LANES = 256;
const int TILE = 4096;      // keys of a group
const int DIGITS = 4;

uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly buffer Keys   { KEY keys[]; };
layout(std430, binding = 1)          buffer Counts { uint counts[]; };

shared uint histogram[DIGITS][LANES];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    for (int digit = 0; digit < DIGITS; digit++) histogram[digit][lane] = 0u;
    barrier();                                        // every count is zero
    int start = int(group()) * TILE;
    int end = min(start + TILE, keys_count);
    for (int i = start + lane; i < end; i += LANES) {
        uint word = code(keys[i]);
        for (int digit = 0; digit < DIGITS; digit++) atomicAdd(histogram[digit][(word >> (8 * digit)) & 255u], 1u);
    }
    barrier();                                        // the group has counted
    for (int digit = 0; digit < DIGITS; digit++) atomicAdd(counts[digit * LANES + lane], histogram[digit][lane]);
}
