#version 330 core
// scatter_route: one element, drawn as a point as large as a cell, over the cell of its place.
#include "points.glsl"

#ifndef SIDE
#define SIDE 2
#endif

uniform int places_count;            // places that there are, a cell of SIDE x SIDE texels each

in uvec2 pairs;
flat out uint pointer;

void main() {
    int columns = output_width / SIDE;
    int row = int(pairs.x) / columns;
    int rows = element_count / (output_width * SIDE);
    bool exists = pairs.x < uint(places_count);
    vec2 cell = vec2(int(pairs.x) - row * columns, row);
    gl_Position = exists ? centre(cell, vec2(columns, rows)) : vec4(4.0, 4.0, 0.0, 1.0);
    gl_PointSize = float(SIDE);
    pointer = pairs.y;
}
