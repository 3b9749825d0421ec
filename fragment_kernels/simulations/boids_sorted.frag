#version 330 core
// boids_sorted: one bird of the flock in the order of the grid's buckets.
#include "stream.glsl"

uniform int row_bits;                // of a bird's place in the textures, for its column
uniform usampler2D order;            // which bird it is
uniform sampler2D position;
uniform sampler2D velocity;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    int bird = int(here(order).r);
    ivec2 texel = ivec2(bird & ((1 << row_bits) - 1), bird >> row_bits);
    new_position = fetch(position, texel);
    new_velocity = fetch(velocity, texel);
}
