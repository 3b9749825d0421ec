#version 330 core
// boids: one bird a tick later: it looks at all birds of the flock.
#include "stream.glsl"
#include "boids.glsl"

uniform int position_count;          // the library sets it
uniform sampler2D position;          // and in the fourth channel the bird's number
uniform sampler2D velocity;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    vec4 place = here(position), speed = here(velocity);
    Around around = NOTHING;
    int width = textureSize(position, 0).x;
    ivec2 texel = ivec2(0);
    for (int other = 0; other < position_count; other++) {
        look(around, fetch(position, texel).xyz - place.xyz, fetch(velocity, texel).xyz - speed.xyz);
        texel.x++;
        if (texel.x == width) texel = ivec2(0, texel.y + 1);
    }
    fly(around, place.xyz, speed.xyz);
    new_position = place;
    new_velocity = speed;
}
