#version 430 core
// life_draw: the colour of one pixel of a board's picture: that of the cell it falls on.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;          // the picture's width and height; the library sets it
uniform vec2 board;                  // columns and rows
layout(std430, binding = 0) readonly  buffer Cells  { uint cells[]; };
layout(std430, binding = 1) writeonly buffer Colour { vec4 colour[]; };

void main() {
    int e = element();
    if (e >= element_count) return;
    vec2 pixel = vec2(e % output_shape.x, e / output_shape.x);
    ivec2 cell = ivec2((pixel + 0.5) * board / vec2(output_shape.xy));
    bool alive = (cells[cell.y * int(board.x) + cell.x] & 1u) == 1u;
    colour[e] = alive ? vec4(0.98, 0.86, 0.45, 1.0) : vec4(0.07, 0.09, 0.15, 1.0);
}
