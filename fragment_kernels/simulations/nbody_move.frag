#version 330 core
// nbody_move: one body kicked by its acceleration, then drifting: a step of the leapfrog.
#include "stream.glsl"

uniform float kick;                  // seconds
uniform float drift;                 // seconds
uniform sampler2D position;          // and in the fourth channel the mass
uniform sampler2D velocity;
uniform sampler2D acceleration;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    vec4 place = here(position), speed = here(velocity);
    speed.xyz += here(acceleration).xyz * kick;
    place.xyz += speed.xyz * drift;
    new_position = place;
    new_velocity = speed;
}
