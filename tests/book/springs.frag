#version 330 core
// springs: one step of many weights on springs; it writes both streams of the struct at once.
#include "stream.glsl"

uniform float step;
uniform sampler2D position;
uniform sampler2D velocity;

layout(location = 0) out vec2 next_position;
layout(location = 1) out vec2 next_velocity;

void main() {
    vec2 moved = here(velocity).rg - step * here(position).rg;
    next_velocity = moved;
    next_position = here(position).rg + step * moved;
}
