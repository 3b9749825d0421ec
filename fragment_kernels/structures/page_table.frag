#version 330 core
// page_table: the value of one cell of the volume, read through the table.
//
// Three dependent reads: the cell's address, its page's entry in the table, the value. A page without memory
// is mapped to a blank page, so nothing has to be asked on the way; a cell outside the volume reads the first
// blank page.
#include "stream.glsl"
#include "page_table.glsl"

uniform ivec3 extent;                // of the volume, in cells
uniform isampler2D cells;            // x, y and z
uniform usampler2D table;
uniform sampler2D memory;

layout(location = 0) out float result;

void main() {
    ivec3 cell = here(cells).xyz;
    int page = within(cell, extent) ? int(fetch(table, page_of(cell, extent)).r) : 0;
    ivec2 texel = page_texel(page, textureSize(memory, 0).x / SIDE) + in_page(cell);
    result = fetch(memory, texel).r;
}
