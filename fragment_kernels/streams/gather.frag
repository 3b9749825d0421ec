#version 330 core
// gather: the element of a table that a pointer names, one element of the result.
//
// A dependent read: what is fetched first says where to fetch next. NOWHERE is larger than any count, so one
// comparison stops the null pointer and every pointer beyond the table; both give 0.
#include "stream.glsl"

#ifndef ELEMENT
#define SAMPLER sampler2D
// For a table of integers the library defines isampler2D and ivec4, or usampler2D and uvec4.
#define ELEMENT vec4
#endif

uniform usampler2D pointers;
uniform SAMPLER table;
uniform int table_count;             // elements of the table; the library sets it

layout(location = 0) out ELEMENT result;

void main() {
    uint pointer = here(pointers).r;
    result = ELEMENT(0);
    if (pointer < uint(table_count)) result = fetch(table, int(pointer));
}
