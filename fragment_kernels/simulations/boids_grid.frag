#version 330 core
// boids_grid: one bird a tick later: it looks at the birds in the 27 cells around it.
//
// The flock is in the order of the grid's buckets, so the birds of a bucket lie side by side in the textures.
#include "stream.glsl"
#include "hash_grid.glsl"
#include "boids.glsl"

uniform int row_bits;                // of a bird's place in the textures, for its column
uniform sampler2D position;          // and in the fourth lane the bird's number
uniform sampler2D velocity;
uniform usampler2D starts;           // where each bucket's birds begin

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

ivec2 texel_of(int bird) { return ivec2(bird & ((1 << row_bits) - 1), bird >> row_bits); }

int start_of(int bucket) { return int(fetch(starts, bucket).r); }
vec3 place_of(int bird) { return fetch(position, texel_of(bird)).xyz; }
vec3 speed_of(int bird) { return fetch(velocity, texel_of(bird)).xyz; }
#include "boids_grid.glsl"

void main() {
    vec4 place = here(position), speed = here(velocity);
    fly(seen_from(place.xyz, speed.xyz), place.xyz, speed.xyz);
    new_position = place;
    new_velocity = speed;
}
