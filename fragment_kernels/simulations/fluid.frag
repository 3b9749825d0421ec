#version 330 core
// fluid: the velocities on one cell's left and upper face a step later: carried along, spread by viscosity,
// pushed.
//
// Each face looks back along the flow to where its fluid comes from, and takes the velocity there, between
// four faces: weighed by hand, so that every machine does it alike.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D velocity;          // across the left face, across the upper face
uniform sampler2D force;             // in the middles of the cells
uniform usampler2D faces;

layout(location = 0) out vec2 result;

vec2 velocity_at(ivec2 cell) { return fetch(velocity, cell).xy; }
vec2 force_at(ivec2 cell) { return fetch(force, cell).xy; }
#include "fluid_flow.glsl"

void main() {
    result = flow_in(here(), here(faces).r);
}
