#version 330 core
// split: one element of the result: the kept element or, behind those, the other one whose number this place
// is, found by binary search.
//
// One scan serves both: of the elements up to a place, those that are not kept are the rest.
#include "keeps.glsl"
#include "stream.glsl"

uniform int source_count;         // the library sets it
uniform SAMPLER source;
uniform usampler2D sums;          // how many are kept up to each element, itself counted

layout(location = 0) out TYPE result;

void main() {
    uint kept = fetch(sums, source_count - 1).r;
    bool other = uint(element()) >= kept;
    uint number = uint(element()) + 1u - (other ? kept : 0u);
    int first = 0, last = source_count - 1;
    while (first < last) {
        int middle = (first + last) / 2;
        uint sum = fetch(sums, middle).r;
        uint found = other ? uint(middle) + 1u - sum : sum;
        if (found >= number) last = middle; else first = middle + 1;
    }
    result = fetch(source, first).r;
}
