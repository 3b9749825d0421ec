#version 330 core
// segmented_scan_up: one level of the up-sweep: of FAN neighbours the sum since the last segment began, and
// whether one did.
//
// The operator on pairs of segmented_scan.frag, from left to right: a head begins the sum anew. Levels are as
// in scan_up.frag.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif
#ifndef FAN
#define FAN 2
#endif

uniform int source_count;                             // the library sets it
uniform SAMPLER source;
uniform usampler2D heads;                             // not 0 where a segment begins

layout(location = 0) out TYPE result;
layout(location = 1) out uint result_heads;

void main() {
    int first = min(element(), element_count - 1) * FAN;
    int width = textureSize(source, 0).x;
    ivec2 at = place(first, width);
    int members = min(FAN, source_count - first);     // the last family may be smaller
    TYPE sum = TYPE(0);
    uint any = 0u;
    // One texel to the right, without an address translation for each.
    for (int k = 0; k < members; k++) {
        uint head = texelFetch(heads, at, 0).r;
        TYPE value = texelFetch(source, at, 0).r;
        sum = head != 0u ? value : sum + value;
        any |= head;
        if (++at.x == width) at = ivec2(0, at.y + 1);
    }
    result = sum;
    result_heads = any;
}
