#version 330 core
// particles_structs: half of one particle some ticks later, its position or its velocity, of an array of structs.
//
// A particle is two texels side by side, and a fragment writes one: each particle is fetched and computed twice,
// and half of it is thrown away each time.
#include "stream.glsl"
#include "particles.glsl"

uniform sampler2D fields;

layout(location = 0) out vec4 new_fields;

void main() {
    int particle = element() / 2;
    vec4 place = fetch(fields, 2 * particle), speed = fetch(fields, 2 * particle + 1);
    live(uint(particle), place, speed);
    new_fields = element() == 2 * particle ? place : speed;
}
