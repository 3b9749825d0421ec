#version 330 core
// page_table_want: one cell, drawn as a point at its virtual page.
#include "gather.glsl"
#include "points.glsl"
#include "page_table.glsl"

uniform ivec3 extent;                // of the volume, in cells
in ivec4 cells;

void main() {
    ivec3 cell = cells.xyz;
    gl_Position = point_of(within(cell, extent) ? uint(page_of(cell, extent)) : NOWHERE);
    gl_PointSize = 1.0;
}
