#version 330 core
// page_table_write: one value, drawn as a point of one texel at its cell's place in the memory of pages.
//
// A cell without memory, or outside the volume, has no place: its point is drawn nowhere.
#include "gather.glsl"
#include "points.glsl"
#include "page_table.glsl"

uniform ivec3 extent;                // of the volume, in cells
uniform int blanks;                  // the first pages, which nobody writes
uniform usampler2D table;
in ivec4 cells;
in float values;
flat out float value;

void main() {
    ivec3 cell = cells.xyz;
    int page = within(cell, extent) ? int(fetch(table, page_of(cell, extent)).r) : 0;
    ivec2 texel = page_texel(page, output_width / SIDE) + in_page(cell);
    value = values;
    gl_Position = point_of(page < blanks ? NOWHERE : uint(texel.y * output_width + texel.x));
    gl_PointSize = 1.0;
}
