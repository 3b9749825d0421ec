#version 430 core
// reaction_diffusion_draw: the colour of one pixel: the cell under it, lit from the side as if V were a
// height.
#include "stream.glsl"
#include "dish.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;          // of the picture; the library sets it
uniform ivec4 cells_shape;           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { vec2 cells[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

float height(ivec2 cell) {
    ivec2 inside = clamp(cell, ivec2(0), cells_shape.xy - 1);
    return cells[inside.y * cells_shape.x + inside.x].g;
}

void main() {
    int e = element();
    if (e >= element_count) return;
    ivec2 pixel = ivec2(e % output_shape.x, e / output_shape.x);
    ivec2 cell = pixel * cells_shape.xy / output_shape.xy;
    float east = height(cell + ivec2(1, 0)), west = height(cell - ivec2(1, 0));
    float south = height(cell + ivec2(0, 1)), north = height(cell - ivec2(0, 1));
    result[e] = vec4(colour_of(height(cell), vec2(east - west, south - north)), 1.0);
}
