#version 330 core
// fluid_pressure: one sweep of Jacobi's iteration for the pressure, one block of two by two cells.
#include "stream.glsl"
#include "fluid.glsl"

uniform bool known;                  // or else the pressure is still zero everywhere
uniform float weight;
uniform sampler2D pressure;
uniform sampler2D divergence;
uniform usampler2D faces;

layout(location = 0) out vec4 result;

vec4 pressure_at(ivec2 block) { return known ? fetch(pressure, block) : vec4(0.0); }
#include "fluid_pressure.glsl"

void main() {
    result = swept(here(), here(faces), here(divergence), weight);
}
