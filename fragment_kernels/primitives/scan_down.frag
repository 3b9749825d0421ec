#version 330 core
// scan_down: one level of the down-sweep: the sum of all elements of this level before this one.
//
// `parents` is the same for the level above, where one element stands for FAN of these: so the parent's sum
// is that of all families before this one, and only the elder siblings are missing. With `inclusive` 1 the
// element itself is added too.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif
#ifndef FAN
#define FAN 2
#endif

uniform int inclusive;   // 1 for the last pass of an inclusive scan, else 0
uniform SAMPLER source;
uniform SAMPLER parents;

layout(location = 0) out TYPE result;

void main() {
    int i = min(element(), element_count - 1);        // the padding has no parents of its own
    TYPE sum = fetch(parents, i / FAN).r;
    ivec2 at = here();
    if (inclusive != 0) sum += texelFetch(source, at, 0).r;
    // One texel to the left, without an address translation for each.
    for (int elder = i % FAN; elder > 0; elder--) {
        at.x--;
        if (at.x < 0) at = ivec2(output_width - 1, at.y - 1);
        sum += texelFetch(source, at, 0).r;
    }
    result = sum;
}
