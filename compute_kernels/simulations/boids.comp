#version 430 core
// boids: one bird a tick later: it looks at all birds of the flock.
#include "stream.glsl"
#include "boids.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Position    { vec4 position[]; };   // and in the fourth channel the bird's number
layout(std430, binding = 1) readonly  buffer Velocity    { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 3) writeonly buffer NewVelocity { vec4 new_velocity[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = position[i], speed = velocity[i];
    Around around = NOTHING;
    for (int other = 0; other < element_count; other++) {
        look(around, position[other].xyz - place.xyz, velocity[other].xyz - speed.xyz);
    }
    fly(around, place.xyz, speed.xyz);
    new_position[i] = place;
    new_velocity[i] = speed;
}
