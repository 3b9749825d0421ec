#version 430 core
// gather: the element of a table that a pointer names, one element of the result.
//
// The same comparison as gather.frag; the pointer is the index, and nothing has to be translated.
#include "stream.glsl"

#ifndef ELEMENT
#define ELEMENT float                // the library defines another type for a table of other elements
#endif

layout(local_size_x = 256) in;

uniform int table_count;             // elements of the table; the library sets it
layout(std430, binding = 0) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 1) readonly  buffer Table    { ELEMENT table[]; };
layout(std430, binding = 2) writeonly buffer Result   { ELEMENT result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint pointer = pointers[i];
    ELEMENT value = ELEMENT(0);
    if (pointer < uint(table_count)) value = table[pointer];
    result[i] = value;
}
