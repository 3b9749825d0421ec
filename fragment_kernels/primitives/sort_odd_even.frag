#version 330 core
// sort_odd_even: one step of the odd-even merging network (Batcher, 1968): one pair, the lesser or greater of
// two.
//
// Run as sort.frag. After the first step of a stage, the comparators start `stride` further right, so some
// elements meet nobody.
#include "stream.glsl"
#include "sort.glsl"

uniform int block;    // elements of the stretches that are sorted when this stage is over
uniform int stride;
uniform usampler2D source;

layout(location = 0) out uvec2 result;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    int shift = 2 * stride == block ? 0 : stride;
    bool lower = ((i - shift) & stride) == 0;
    int other = lower ? i + stride : i - stride;
    uvec2 mine = here(source).rg;
    // Nobody beyond the block, and nobody beyond the last element; what is negative differs in the highest
    // bits.
    if (((i ^ other) & -block) == 0 && other < element_count) {
        uvec2 theirs = fetch(source, other).rg;
        if (before(theirs, mine) == lower) mine = theirs;
    }
    result = mine;
}
