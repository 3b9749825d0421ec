#version 330 core
// fluid_force: what pushes the fluid in one cell's middle: vorticity confinement, and jets.
//
// Coarse grids smear eddies. Confinement pushes along them, so that they turn as before: across the slope of
// the vorticity's size. The vorticity of the cell's four corners comes from the velocities around, in this
// same run.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D velocity;

layout(location = 0) out vec2 result;

vec2 velocity_at(ivec2 cell) { return fetch(velocity, cell).xy; }
#include "fluid_force.glsl"

void main() {
    result = force_in(here());
}
