#version 430 core
// page_table_allocate: one virtual page that is wanted gets memory if it has none, and a place in the list of
// mapped pages.
//
// All pages have been freed that will be, so the stack only shrinks here. Which page gets which memory is
// left to chance, and does not show.
#include "stream.glsl"
#include "page_table.glsl"
#include "page_counts.glsl"

layout(local_size_x = 256) in;

uniform int blanks;                  // the first physical pages
uniform int capacity;                // physical pages besides them
uniform int table_count;             // the library sets it
layout(std430, binding = 0)           buffer Wants  { uint wants[]; };
layout(std430, binding = 1)           buffer Table  { uint table[]; };
layout(std430, binding = 2) readonly  buffer Stack  { uint stack[]; };   // the free pages
layout(std430, binding = 3)           buffer Counts { uint counts[]; };
layout(std430, binding = 4) writeonly buffer List   { uint list[]; };    // the mapped virtual pages
layout(std430, binding = 5) writeonly buffer Fresh  { uvec2 fresh[]; };  // a page that is new, and the blank page it was mapped to

void main() {
    int page = element();
    if (page >= table_count || counts[WANT] > uint(capacity)) return;
    if (wants[page] >= WANTED) {
        uint before = table[page];
        if (before < uint(blanks)) {
            uint memory = stack[atomicAdd(counts[FREE], 0xffffffffu) - 1u];
            fresh[atomicAdd(counts[NEW], 1u)] = uvec2(memory, before);
            table[page] = memory;
        }
        list[atomicAdd(counts[LISTED], 1u)] = uint(page);
    }
    wants[page] = 0u;                // for the next time
}
