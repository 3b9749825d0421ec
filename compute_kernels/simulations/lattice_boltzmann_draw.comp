#version 430 core
// lattice_boltzmann_draw: one pixel of a picture of how the fluid turns.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 output_shape;          // of the picture; the library sets it
uniform ivec4 fields_shape;          // columns and rows of cells; the library sets it
uniform float brightest;             // the spin that is drawn brightest
layout(std430, binding = 0) readonly  buffer Fields  { vec4 fields[]; };
layout(std430, binding = 1) readonly  buffer Links   { uint links[]; };
layout(std430, binding = 2) writeonly buffer Picture { vec4 picture[]; };

vec4 field_at(ivec2 cell) { return fields[cell.y * fields_shape.x + cell.x]; }
float wall_at(ivec2 cell) { return float(links[cell.y * fields_shape.x + cell.x] & 1u); }

#include "lattice_boltzmann_draw.glsl"

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= output_shape.x || pixel.y >= output_shape.y) return;
    picture[pixel.y * output_shape.x + pixel.x] = colour_at(pixel, output_shape.xy, fields_shape.xy, brightest);
}
