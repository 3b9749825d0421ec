#version 330 core
// compact_down: one element of the result: the kept element whose number this place is, found on the way down
// a pyramid.
//
// Each texel on the way says how many are kept below its four children, so one fetch rules out three of four
// (Ziegler, Tevs, Theobalt and Seidel, 2006). Only the lowest four elements are looked at themselves.
#include "keeps.glsl"
#include "stream.glsl"

uniform int source_count;         // the library sets it
uniform SAMPLER source;
uniform usampler2D count;         // how many elements are kept in all
// Levels of the pyramid; the names of those above stand for the highest, and are not used.
uniform int levels;
uniform usampler2D level_0, level_1, level_2, level_3, level_4, level_5, level_6, level_7, level_8, level_9, level_10, level_11;

layout(location = 0) out TYPE result;

int node = 0;                     // where the way down has got to
uint rest;                        // kept elements below the node that come before the one looked for

void descend(usampler2D level) {
    uvec4 kept = fetch(level, node);
    uvec3 up_to = uvec3(kept.x, kept.x + kept.y, kept.x + kept.y + kept.z);
    uvec3 passed = uvec3(greaterThanEqual(uvec3(rest), up_to));
    node = node * 4 + int(passed.x + passed.y + passed.z);
    rest -= passed.x * kept.x + passed.y * kept.y + passed.z * kept.z;
}

void main() {
    rest = uint(element());
    result = TYPE(0);
    if (rest >= fetch(count, 0).r) return;            // there are not so many
    if (levels > 11) descend(level_11);
    if (levels > 10) descend(level_10);
    if (levels > 9) descend(level_9);
    if (levels > 8) descend(level_8);
    if (levels > 7) descend(level_7);
    if (levels > 6) descend(level_6);
    if (levels > 5) descend(level_5);
    if (levels > 4) descend(level_4);
    if (levels > 3) descend(level_3);
    if (levels > 2) descend(level_2);
    if (levels > 1) descend(level_1);
    descend(level_0);
    int end = min(node * 4 + 4, source_count);
    for (int at = node * 4; at < end; at++) {
        TYPE value = fetch(source, at).r;
        bool kept = keeps(value);
        // The one; after it `rest` wraps around and is not 0 again.
        if (kept && rest == 0u) result = value;
        if (kept) rest--;
    }
}
