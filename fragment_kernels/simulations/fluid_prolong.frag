#version 330 core
// fluid_prolong: what the next grid found, added to one block, which is a cell there.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D pressure;
uniform sampler2D coarse;
uniform usampler2D coarse_faces;

layout(location = 0) out vec4 result;

float at(ivec2 cell) { return channel(fetch(coarse, cell / 2), cell); }
#include "fluid_prolong.glsl"

void main() {
    ivec2 cell = here();
    result = here(pressure) + prolonged(cell, channel(fetch(coarse_faces, cell / 2), cell));
}
