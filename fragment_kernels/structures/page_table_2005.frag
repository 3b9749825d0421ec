#version 110
// page_table_2005: the value of one cell of the volume, read through the table.
//
// As it was written for a Radeon 9700: the table is a texture with a texel for each page of the volume, and in it
// the texel where its memory begins. A cell is read, then the table at a place that the cell says, then the memory
// at a place that the table says: three of the four levels of dependent reads that the card has. A cell outside
// the volume reads the first page, which is blank.
#include "rectangles_2005.glsl"

uniform vec3 extent;           // of the volume, in cells
uniform float rows;            // of pages in a slice
uniform sampler2D cells;       // x, y and z
uniform sampler2D table;       // column and row of the page's first texel in the memory
uniform vec2 table_texel;      // a texel in texture coordinates; the library sets it
uniform sampler2D memory;
uniform vec2 memory_texel;

void main() {
    vec3 cell = texture2D(cells, gl_TexCoord[0].xy).xyz;
    bool inside = all(greaterThanEqual(cell, vec3(0.0))) && all(lessThan(cell, extent));
    // A page has 8 by 8 cells. Half a cell is added, so that no quotient is a whole number.
    vec2 page = floor((cell.xy + 0.5) / 8.0);
    vec2 entry = page + vec2(0.5, 0.5 + (rows * cell.z));
    vec2 first = texture2D(table, entry * table_texel).rg;
    vec2 there = inside ? first + (cell.xy - (8.0 * page)) : vec2(0.0);
    gl_FragColor = texture2D(memory, (there + 0.5) * memory_texel);
}
