#version 330 core
// fluid_dye: the dye in one cell a step later: carried along, faded a little, and renewed by the jets.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D velocity;
uniform sampler2D dye;
uniform ivec4 dye_shape;             // columns and rows; the library sets it

layout(location = 0) out vec4 result;

vec2 velocity_at(ivec2 cell) { return fetch(velocity, cell).xy; }
vec4 dye_at(ivec2 cell) { return fetch(dye, clamp(cell, ivec2(0), dye_shape.xy - 1)); }
#include "fluid_dye.glsl"

void main() {
    result = dye_in(here());
}
