#version 430 core
// histogram_private: a share of the source counted by each lane for itself, then added to the histogram.
// For the lanes of a CPU: few of them, with much memory each. For a GPU it is histogram_shared.comp.
//
// A lane that has a histogram to itself, in an array of its own, needs no atomic operation to count. Only the
// sums of a group meet those of other groups.
#include "stream.glsl"
#include "histogram.glsl"

#ifndef BINS
#define BINS 256
#endif

layout(local_size_x = 8) in;

const int LANES = 8;
const int CELLS = BINS + 1;          // one for what is in no bin, so that counting needs no condition

uniform int share;                   // fours of a lane, at most
uniform int source_count;            // the library sets it
layout(std430, binding = 0) readonly buffer Source { vec4 source[]; };
layout(std430, binding = 1)          buffer Counts { uint counts[]; };

shared uint counted[LANES * BINS];

uint own[CELLS];

void count(float value) { own[min(bin_of(value, BINS), uint(BINS))]++; }

void main() {
    int lane = int(gl_LocalInvocationID.x);
    for (int cell = 0; cell < CELLS; ++cell) own[cell] = 0u;

    int whole = source_count / 4;                     // fours that are full
    int at = element() * share;
    int end = min(whole, at + share);
    for (; at < end; ++at) {
        vec4 four = source[at];
        for (int i = 0; i < 4; ++i) count(four[i]);
    }
    int rest = element() == 0 ? source_count - 4 * whole : 0;
    for (int i = 0; i < rest; ++i) count(source[whole][i]);
    for (int bin = 0; bin < BINS; ++bin) counted[lane * BINS + bin] = own[bin];
    barrier();                                        // every lane has told what it counted

    for (int bin = lane; bin < BINS; bin += LANES) {
        uint sum = 0u;
        for (int other = 0; other < LANES; ++other) sum += counted[other * BINS + bin];
        atomicAdd(counts[bin], sum);
    }
}
