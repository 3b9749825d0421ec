#version 330 core
// scan_up: one level of the up-sweep: the sum of FAN neighbours of the level below.
//
// With FAN 2 this is the tree of Blelloch (1990) as Sengupta, Lefohn and Owens (2006) drew it; wider families need fewer levels.
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
    int end = min(first + FAN, source_count);         // the last family may be smaller
    TYPE sum = fetch(source, first).r;
    for (int child = first + 1; child < end; child++) sum += fetch(source, child).r;
    result = sum;
}
