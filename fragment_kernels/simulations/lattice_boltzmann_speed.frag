#version 330 core
// lattice_boltzmann_speed: how fast one cell's fluid flows.
#include "stream.glsl"

uniform sampler2D fields;

layout(location = 0) out float result;

void main() {
    result = length(here(fields).zw);
}
