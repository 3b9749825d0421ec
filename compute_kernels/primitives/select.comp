#version 430 core
// select: how often each value of a digit occurs among the keys that may still be the one looked for, tile by
// tile.
//
// A key may be it if its higher digits are those found already. A group counts in shared memory, then adds
// its counts to all others'.
#include "stream.glsl"
#include "sort.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

const int LANES = 256;
const int TILE = 4096;      // keys of a group

uniform int shift;          // of the digit, in bits
uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly buffer Keys   { KEY keys[]; };
// The digits found, in their places; the rank.
layout(std430, binding = 1) readonly buffer Found  { uint found[]; };
layout(std430, binding = 2)          buffer Counts { uint counts[]; };

shared uint histogram[gl_WorkGroupSize.x];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    histogram[lane] = 0u;
    barrier();                                        // every count is zero
    uint digits = (found[0] >> shift) >> 8;           // two shifts: one by 32 is undefined
    int start = int(group()) * TILE;
    int end = min(start + TILE, keys_count);
    for (int i = start + lane; i < end; i += LANES) {
        uint word = code(keys[i]) >> shift;
        if ((word >> 8) == digits) atomicAdd(histogram[word & 255u], 1u);
    }
    barrier();                                        // the group has counted
    atomicAdd(counts[lane], histogram[lane]);
}
