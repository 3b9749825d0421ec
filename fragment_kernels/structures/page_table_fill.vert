#version 330 core
// page_table_fill: one page that has just been mapped, drawn as a point of 8 by 8 texels.
#include "page_points.glsl"

in int pages;
in float values;
flat out float value;

void main() {
    value = values;
    gl_Position = point_of_page(pages);
    gl_PointSize = float(SIDE);
}
