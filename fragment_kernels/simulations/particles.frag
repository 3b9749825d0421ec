#version 330 core
// particles: one particle some ticks later: it falls, moves, and where its life is over starts anew in the
// jet.
//
// Two streams in, two out at once: a struct of streams.
#include "stream.glsl"
#include "particles.glsl"

uniform sampler2D position;
uniform sampler2D velocity;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    vec4 place = here(position), speed = here(velocity);
    live(uint(element()), place, speed);
    new_position = place;
    new_velocity = speed;
}
