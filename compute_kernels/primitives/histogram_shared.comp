#version 430 core
// histogram_shared: the elements of a tile counted in shared memory, then added to the histogram of all.
//
// A group has COPIES histograms of its own, and neighbouring lanes count in different ones, so that they
// seldom wait for one another even where they all see the same bin. Only the sums go to the memory that all
// groups share.
#include "stream.glsl"
#include "histogram.glsl"

#ifndef BINS
#define BINS 256
#define COPIES 1
#endif

layout(local_size_x = 256) in;

const int LANES = 256;
const int TURNS = 16;               // a tile is sixteen rows of 256 fours

uniform int source_count;            // the library sets it
layout(std430, binding = 0) readonly buffer Source { vec4 source[]; };
layout(std430, binding = 1)          buffer Counts { uint counts[]; };

shared uint own[BINS * COPIES];      // the copies of a bin side by side

void count(float value, int copy) {
    uint bin = bin_of(value, BINS);
    if (bin != NOWHERE) atomicAdd(own[int(bin) * COPIES + copy], 1u);
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    for (int cell = lane; cell < BINS * COPIES; cell += LANES) own[cell] = 0u;
    barrier();                                        // every cell is empty

    int at = int(group()) * LANES * TURNS + lane;
    int copy = lane % COPIES;
    for (int turn = 0; turn < TURNS; ++turn, at += LANES) {
        int left = source_count - 4 * at;             // elements from here to the end
        vec4 four = left > 0 ? source[at] : vec4(-1.0);
        count(four.x, copy);                          // what is missing counts nowhere
        count(left > 1 ? four.y : -1.0, copy);
        count(left > 2 ? four.z : -1.0, copy);
        count(left > 3 ? four.w : -1.0, copy);
    }
    barrier();                                        // every lane has counted its elements

    for (int bin = lane; bin < BINS; bin += LANES) {
        uint sum = 0u;
        for (int other = 0; other < COPIES; ++other) sum += own[bin * COPIES + other];
        atomicAdd(counts[bin], sum);
    }
}
