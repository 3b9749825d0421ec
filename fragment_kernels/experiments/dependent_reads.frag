#version 330 core
// dependent_reads: the sum of what twelve reads bring, in chains: in a chain each read brings the place of the next.
//
// All patterns of places are one formula, so that they cost the same instructions.
// run: image table=random:64x64
// run: uniform output_width=64
// run: uniform beside=1
// run: uniform further=64
// run: uniform fold=31
// run: uniform factor=1
// run: uniform last=4095
// run: uniform row_bits=6
#include "stream.glsl"

#ifndef LEVELS
#define LEVELS 1
#endif
const uint READS = 12u;

uniform uint beside;             // from an element's first place to that of its neighbour
uniform uint further;            // from the first place of a chain to that of the next
uniform uint fold;               // 31 leaves places as they are, 15 mixes them
uniform uint factor;             // 1 leaves places as they are, a large odd number mixes them
uniform uint last;               // the last place: a power of two, less one
uniform uint row_bits;           // of a place, for its column
uniform usampler2D table;

layout(location = 0) out uint result;

uint first_place(uint chain) {
    uint at = (uint(element()) * beside) + (chain * further);
    at = (at ^ (at >> fold)) * factor;
    at = (at ^ (at >> fold)) * factor;
    return (at ^ (at >> fold)) & last;
}

uint read(uint at) {
    return texelFetch(table, ivec2(at & ((1u << row_bits) - 1u), at >> row_bits), 0).r;
}

void main() {
    uint sum = 0u;
    for (uint chain = 0u; chain < READS / uint(LEVELS); chain++) {
        uint at = first_place(chain);
        for (int level = 0; level < LEVELS; level++) {
            at = read(at);
            sum += at;
        }
    }
    result = sum;
}
