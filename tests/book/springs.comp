#version 430 core
// springs: one step of many weights on springs; it writes both streams of the struct at once.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform float step;
layout(std430, binding = 0) readonly  buffer Position     { vec2 position[]; };
layout(std430, binding = 1) readonly  buffer Velocity     { vec2 velocity[]; };
layout(std430, binding = 2) writeonly buffer NextPosition { vec2 next_position[]; };
layout(std430, binding = 3) writeonly buffer NextVelocity { vec2 next_velocity[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec2 moved = velocity[i] - step * position[i];
    next_velocity[i] = moved;
    next_position[i] = position[i] + step * moved;
}
