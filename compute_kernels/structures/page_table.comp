#version 430 core
// page_table: the value of one cell of the volume, read through the table.
//
// The same three dependent reads; a physical page is 64 words one after another.
#include "stream.glsl"
#include "page_table.glsl"

layout(local_size_x = 256) in;

uniform ivec3 extent;                // of the volume, in cells
layout(std430, binding = 0) readonly  buffer Cells  { ivec4 cells[]; };   // x, y and z
layout(std430, binding = 1) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 2) readonly  buffer Memory { float memory[]; };
layout(std430, binding = 3) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec3 cell = cells[i].xyz;
    int page = within(cell, extent) ? int(table[page_of(cell, extent)]) : 0;
    ivec2 place = in_page(cell);
    result[i] = memory[page * CELLS + place.y * SIDE + place.x];
}
