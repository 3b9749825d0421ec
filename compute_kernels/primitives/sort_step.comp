#version 430 core
// sort_step: one comparator of one step of the bitonic network, in place, where partners are further apart
// than a tile.
#include "stream.glsl"
#include "sort.glsl"

layout(local_size_x = 256) in;

uniform int block;          // elements of the stretches that are sorted when this stage is over
uniform int stride;
uniform int result_count;   // the library sets it
layout(std430, binding = 0) buffer Result { uvec2 result[]; };

void main() {
    int comparator = element();
    int i = 2 * comparator - (comparator & (stride - 1));
    int other = partner(i, block, stride);
    if (other >= result_count) return;
    uvec2 mine = result[i], theirs = result[other];
    if (before(theirs, mine)) {
        result[i] = theirs;
        result[other] = mine;
    }
}
