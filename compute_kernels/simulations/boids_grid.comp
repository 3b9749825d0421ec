#version 430 core
// boids_grid: one bird a tick later: it looks at the birds in the 27 cells around it. The flock is in the order of the buckets.
//
// Neighbours are read as images: a driver whose lanes are a CPU's loads a texel sooner than it fetches one. Buffers are written, for the next
// tick to sort and the picture to draw.
#include "stream.glsl"
#include "hash_grid.glsl"
#include "boids.glsl"

layout(local_size_x = 64) in;

uniform int row_bits;                // of a bird's place in the images, for its column
layout(rgba32f, binding = 0) readonly uniform image2D position;  // and in the fourth lane the bird's number
layout(rgba32f, binding = 1) readonly uniform image2D velocity;
layout(std430, binding = 0) readonly  buffer Starts      { uint starts[]; };     // where each bucket's birds begin
layout(std430, binding = 1) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 2) writeonly buffer NewVelocity { vec4 new_velocity[]; };

ivec2 texel_of(int bird) { return ivec2(bird & ((1 << row_bits) - 1), bird >> row_bits); }

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = imageLoad(position, texel_of(i)), speed = imageLoad(velocity, texel_of(i));
    ivec3 cell = cell_of(place.xyz);
    Around around = NOTHING;
    int crowd = 0;                                    // birds in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, row % 3 - 1, row / 3 - 1));
        for (int part = 0; part < 4; part += 2) {
            int other = int(starts[buckets[part]]);
            int end = int(starts[buckets[part + 1]]);
            crowd += end - other;
            if (crowd > CROWD) end = other;
            for (; other < end; other++) {
                ivec2 texel = texel_of(other);
                look(around, imageLoad(position, texel).xyz - place.xyz, imageLoad(velocity, texel).xyz - speed.xyz);
            }
        }
    }
    if (crowd > CROWD) around = ITSELF;
    fly(around, place.xyz, speed.xyz);
    new_position[i] = place;
    new_velocity[i] = speed;
}
