#version 330 core
// compact: one element of the result: the kept element whose number this place is, found by binary search
// (Horn, 2005).
//
// A kept element cannot say where it goes, so each place looks for the element that belongs there: the first
// at which so many have been kept. `sums` never fall from one element to the next, so half of what is left
// can be ruled out at a time.
#include "keeps.glsl"
#include "stream.glsl"

uniform int source_count;         // the library sets it
uniform SAMPLER source;
uniform usampler2D sums;          // how many are kept up to each element, itself counted

layout(location = 0) out TYPE result;

void main() {
    uint number = uint(element()) + 1u;
    result = TYPE(0);
    if (number > fetch(sums, source_count - 1).r) return;      // there are not so many
    int first = 0, last = source_count - 1;
    while (first < last) {
        int middle = (first + last) / 2;
        if (fetch(sums, middle).r >= number) last = middle; else first = middle + 1;
    }
    result = fetch(source, first).r;
}
