#version 430 core
// page_table_write: one value, stored at its cell's place in the memory of pages.
//
// A cell without memory, or outside the volume, has no place: its value is not stored. Two values for one
// cell race.
#include "stream.glsl"
#include "page_table.glsl"

layout(local_size_x = 256) in;

uniform ivec3 extent;                // of the volume, in cells
uniform int blanks;                  // the first pages, which nobody writes
uniform int cells_count;             // the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { ivec4 cells[]; };
layout(std430, binding = 1) readonly  buffer Values { float values[]; };
layout(std430, binding = 2) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 3) writeonly buffer Memory { float memory[]; };

void main() {
    int i = element();
    if (i >= cells_count) return;
    ivec3 cell = cells[i].xyz;
    int page = within(cell, extent) ? int(table[page_of(cell, extent)]) : 0;
    ivec2 place = in_page(cell);
    if (page >= blanks) memory[page * CELLS + place.y * SIDE + place.x] = values[i];
}
