#version 330 core
// segmented_scan_down: one level of the down-sweep: what the segment that is open before an element has
// summed up there.
//
// `parents` is the same for the level above, where one element stands for FAN of these: the sum that comes
// into the family. The elder siblings add to it, or begin anew. With `inclusive` 1 the element itself does
// too.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif
#ifndef FAN
#define FAN 2
#endif

uniform int inclusive;                                // 1 for the last pass, else 0
uniform SAMPLER source;
uniform usampler2D heads;                             // not 0 where a segment begins
uniform SAMPLER parents;

layout(location = 0) out TYPE result;

void main() {
    int i = min(element(), element_count - 1);        // the padding has no parents of its own
    TYPE sum = fetch(parents, i / FAN).r;
    int members = (i % FAN) + inclusive;
    ivec2 at = place(i - (i % FAN), output_width);
    // One texel to the right, without an address translation for each.
    for (int k = 0; k < members; k++) {
        TYPE value = texelFetch(source, at, 0).r;
        sum = texelFetch(heads, at, 0).r != 0u ? value : sum + value;
        if (++at.x == output_width) at = ivec2(0, at.y + 1);
    }
    result = sum;
}
