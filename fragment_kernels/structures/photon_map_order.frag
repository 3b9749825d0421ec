#version 330 core
// photon_map_order: one photon of the sorted map, fetched by its index.
//
// Sorting moves pairs of cell and index, and each photon once, at the end: so that those of a cell lie side
// by side.
#include "stream.glsl"

uniform usampler2D indices;          // of the photons, in the order of their cells
uniform sampler2D position;
uniform sampler2D power;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_power;

void main() {
    int photon = int(here(indices).r);
    new_position = fetch(position, photon);
    new_power = fetch(power, photon);
}
