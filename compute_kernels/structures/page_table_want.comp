#version 430 core
// page_table_want: one cell marks its virtual page: it is wanted.
//
// Many cells may mark one page at once, so the mark is an atomic operation.
#include "stream.glsl"
#include "page_table.glsl"

layout(local_size_x = 256) in;

uniform ivec3 extent;                // of the volume, in cells
uniform int cells_count;             // the library sets it
layout(std430, binding = 0) readonly buffer Cells { ivec4 cells[]; };
layout(std430, binding = 1)          buffer Wants { uint wants[]; };

void main() {
    int i = element();
    if (i >= cells_count) return;
    ivec3 cell = cells[i].xyz;
    if (within(cell, extent)) atomicOr(wants[page_of(cell, extent)], WANTED);
}
