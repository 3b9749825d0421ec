#version 330 core
// sort: one step of the bitonic sorting network (Batcher, 1968): one pair of code and index, the lesser or
// greater of two.
//
// Run for block = 2, 4, 8, ... and in each for stride = block / 2, ..., 2, 1, swapping source and result.
#include "stream.glsl"
#include "sort.glsl"

uniform int block;    // elements of the stretches that are sorted when this stage is over
uniform int stride;
uniform usampler2D source;

layout(location = 0) out uvec2 result;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    int other = partner(i, block, stride);
    uvec2 mine = here(source).rg;
    if (other < element_count) {
        uvec2 theirs = fetch(source, other).rg;
        if (before(theirs, mine) == (i < other)) mine = theirs;   // the lower place keeps the lesser
    }
    result = mine;
}
