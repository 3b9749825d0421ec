#version 430 core
// nbody_move: one body kicked by its acceleration, then drifting: a step of the leapfrog.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform float kick;                  // seconds
uniform float drift;                 // seconds
layout(std430, binding = 0) readonly  buffer Position     { vec4 position[]; };  // and in the fourth channel the mass
layout(std430, binding = 1) readonly  buffer Velocity     { vec4 velocity[]; };
layout(std430, binding = 2) readonly  buffer Acceleration { vec4 acceleration[]; };
layout(std430, binding = 3) writeonly buffer NewPosition  { vec4 new_position[]; };
layout(std430, binding = 4) writeonly buffer NewVelocity  { vec4 new_velocity[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = position[i], speed = velocity[i];
    speed.xyz += acceleration[i].xyz * kick;
    place.xyz += speed.xyz * drift;
    new_position[i] = place;
    new_velocity[i] = speed;
}
