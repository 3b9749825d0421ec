#version 330 core
// lattice_boltzmann_draw: one pixel of a picture of how the fluid turns.
#include "stream.glsl"

uniform ivec4 output_shape;          // of the picture; the library sets it
uniform ivec4 fields_shape;          // columns and rows of cells; the library sets it
uniform float brightest;             // the spin that is drawn brightest
uniform sampler2D fields;
uniform usampler2D links;

layout(location = 0) out vec4 picture;

vec4 field_at(ivec2 cell) { return fetch(fields, cell); }
float wall_at(ivec2 cell) { return float(fetch(links, cell).x & 1u); }

#include "lattice_boltzmann_draw.glsl"

void main() {
    picture = colour_at(here(), output_shape.xy, fields_shape.xy, brightest);
}
