#version 430 core
// dependent_reads: the sum of what twelve reads bring, in chains: in a chain each read brings the place of the next.
//
// All patterns of places are one formula, so that they cost the same instructions.
#include "stream.glsl"

#ifndef LEVELS
#define LEVELS 1
#endif
const uint READS = 12u;

layout(local_size_x = 64) in;

uniform uint beside;             // from an element's first place to that of its neighbour
uniform uint further;            // from the first place of a chain to that of the next
uniform uint fold;               // 31 leaves places as they are, 15 mixes them
uniform uint factor;             // 1 leaves places as they are, a large odd number mixes them
uniform uint last;               // the last place: a power of two, less one
layout(std430, binding = 0) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

uint first_place(uint own, uint chain) {
    uint at = (own * beside) + (chain * further);
    at = (at ^ (at >> fold)) * factor;
    at = (at ^ (at >> fold)) * factor;
    return (at ^ (at >> fold)) & last;
}

void main() {
    int own = element();
    if (own >= element_count) return;
    uint sum = 0u;
    for (uint chain = 0u; chain < READS / uint(LEVELS); chain++) {
        uint at = first_place(uint(own), chain);
        for (int level = 0; level < LEVELS; level++) {
            at = table[at];
            sum += at;
        }
    }
    result[own] = sum;
}
