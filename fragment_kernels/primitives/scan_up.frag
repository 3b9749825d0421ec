#version 330 core
// scan_up: one level of the up-sweep: the sum of FAN neighbours of the level below.
//
// With FAN 2 this is the tree of Blelloch (1990) as Sengupta, Lefohn and Owens (2006) drew it; wider families
// need fewer levels.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif
#ifndef FAN
#define FAN 2
#endif

uniform int source_count;   // the library sets it
uniform SAMPLER source;

layout(location = 0) out TYPE result;

void main() {
    int first = min(element(), element_count - 1) * FAN;
    int width = textureSize(source, 0).x;
    ivec2 at = place(first, width);
    TYPE sum = texelFetch(source, at, 0).r;
    int others = min(FAN, source_count - first) - 1;  // the last family may be smaller
    // One texel to the right, without an address translation for each.
    for (; others > 0; others--) {
        at.x++;
        if (at.x == width) at = ivec2(0, at.y + 1);
        sum += texelFetch(source, at, 0).r;
    }
    result = sum;
}
