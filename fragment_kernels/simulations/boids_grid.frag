#version 330 core
// boids_grid: one bird a tick later: it looks at the birds in the 27 cells around it. The flock is in the order of the buckets.
#include "stream.glsl"
#include "hash_grid.glsl"
#include "boids.glsl"

uniform int row_bits;                // of a bird's place in the textures, for its column
uniform sampler2D position;          // and in the fourth lane the bird's number
uniform sampler2D velocity;
uniform usampler2D starts;           // where each bucket's birds begin

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    vec4 place = here(position), speed = here(velocity);
    ivec3 cell = cell_of(place.xyz);
    Around around = NOTHING;
    int crowd = 0;                                    // birds in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, row % 3 - 1, row / 3 - 1));
        for (int part = 0; part < 4; part += 2) {
            int other = int(fetch(starts, buckets[part]).r);
            int end = int(fetch(starts, buckets[part + 1]).r);
            crowd += end - other;
            if (crowd > CROWD) end = other;
            for (; other < end; other++) {
                ivec2 texel = ivec2(other & ((1 << row_bits) - 1), other >> row_bits);
                look(around, fetch(position, texel).xyz - place.xyz, fetch(velocity, texel).xyz - speed.xyz);
            }
        }
    }
    if (crowd > CROWD) around = ITSELF;
    fly(around, place.xyz, speed.xyz);
    new_position = place;
    new_velocity = speed;
}
