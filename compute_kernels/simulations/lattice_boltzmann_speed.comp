#version 430 core
// lattice_boltzmann_speed: how fast one cell's fluid flows.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Fields { vec4 fields[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = length(fields[i].zw);
}
