#version 430 core
// page_table_free: one virtual page gives its memory back if it is not wanted, and becomes blank.
//
// Where more pages are wanted than there are, nothing changes: all stay as they are.
#include "stream.glsl"
#include "page_table.glsl"
#include "page_counts.glsl"

layout(local_size_x = 256) in;

uniform int blanks;                  // the first physical pages
uniform int capacity;                // physical pages besides them
uniform int table_count;             // the library sets it
layout(std430, binding = 0) readonly  buffer Wants  { uint wants[]; };
layout(std430, binding = 1)           buffer Table  { uint table[]; };
layout(std430, binding = 2) writeonly buffer Stack  { uint stack[]; };   // the free pages
layout(std430, binding = 3)           buffer Counts { uint counts[]; };

void main() {
    int page = element();
    if (page >= table_count || counts[WANT] > uint(capacity)) return;
    if (wants[page] < WANTED && table[page] >= uint(blanks)) {
        stack[atomicAdd(counts[FREE], 1u)] = table[page];
        table[page] = wants[page];
    }
}
