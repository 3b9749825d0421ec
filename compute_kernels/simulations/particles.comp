#version 430 core
// particles: one particle some ticks later: it falls, moves, and where its life is over starts anew in the
// jet.
//
// The same struct of streams as particles.frag, read and written as vec4: a vec3 would be padded to the same
// sixteen bytes, and the fourth channel is put to use.
#include "stream.glsl"
#include "particles.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Position    { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Velocity    { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 3) writeonly buffer NewVelocity { vec4 new_velocity[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = position[i], speed = velocity[i];
    live(uint(i), place, speed);
    new_position[i] = place;
    new_velocity[i] = speed;
}
