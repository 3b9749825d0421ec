#version 330 core
// reaction_diffusion_draw: the colour of one pixel: the cell under it, lit from the side as if V were a
// height.
#include "stream.glsl"
#include "dish.glsl"

uniform ivec4 output_shape;          // of the picture; the library sets it
uniform ivec4 cells_shape;           // columns and rows; the library sets it
uniform sampler2D cells;

layout(location = 0) out vec4 result;

float height(ivec2 cell) { return fetch(cells, clamp(cell, ivec2(0), cells_shape.xy - 1)).g; }

void main() {
    ivec2 cell = here() * cells_shape.xy / output_shape.xy;
    float east = height(cell + ivec2(1, 0)), west = height(cell - ivec2(1, 0));
    float south = height(cell + ivec2(0, 1)), north = height(cell - ivec2(0, 1));
    result = vec4(colour_of(height(cell), vec2(east - west, south - north)), 1.0);
}
