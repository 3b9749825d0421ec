#version 330 core
// life_draw: the colour of one pixel of a board's picture: that of the cell it falls on.
#include "stream.glsl"

uniform ivec4 output_shape;          // the picture's width and height; the library sets it
uniform vec2 board;                  // columns and rows
uniform usampler2D cells;

layout(location = 0) out vec4 colour;

void main() {
    ivec2 cell = ivec2((vec2(here()) + 0.5) * board / vec2(output_shape.xy));
    bool alive = (fetch(cells, cell).r & 1u) == 1u;
    colour = alive ? vec4(0.98, 0.86, 0.45, 1.0) : vec4(0.07, 0.09, 0.15, 1.0);
}
