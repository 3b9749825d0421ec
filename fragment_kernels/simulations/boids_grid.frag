#version 330 core
// boids_grid: one bird a tick later: it looks at the birds in the 27 cells around it.
//
// The flock is in the order of the grid's buckets, so the birds of a bucket lie side by side in the textures.
#include "stream.glsl"
#include "hash_grid.glsl"
#include "boids.glsl"

uniform int row_bits;                // of a bird's place in the textures, for its column
uniform int starts_bits;             // the same of a bucket's
uniform sampler2D position;          // and in the fourth channel the bird's number
uniform sampler2D velocity;
uniform usampler2D starts;           // where each bucket's birds begin

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

ivec2 texel(int i, int bits) { return ivec2(i & ((1 << bits) - 1), i >> bits); }

int start_of(int bucket) { return int(fetch(starts, texel(bucket, starts_bits)).r); }
vec3 place_of(int bird) { return fetch(position, texel(bird, row_bits)).xyz; }
vec3 speed_of(int bird) { return fetch(velocity, texel(bird, row_bits)).xyz; }
#include "boids_grid.glsl"

void main() {
    vec4 place = here(position), speed = here(velocity);
    fly(seen_from(place.xyz, speed.xyz), place.xyz, speed.xyz);
    new_position = place;
    new_velocity = speed;
}
