#version 430 core
// boids_grid: one bird a tick later: it looks at the birds in the 27 cells around it. The flock is in the
// order of the grid's buckets.
//
// Neighbours are read as images: a driver whose lanes are a CPU's loads a texel sooner than it fetches one.
// Buffers are written, for the next tick to sort and the picture to draw.
#include "stream.glsl"
#include "hash_grid.glsl"
#include "boids.glsl"

layout(local_size_x = 64) in;

uniform int row_bits;                // of a bird's place in the images, for its column
layout(rgba32f, binding = 0) readonly uniform image2D position;  // and in the fourth channel the bird's number
layout(rgba32f, binding = 1) readonly uniform image2D velocity;
layout(std430, binding = 0) readonly  buffer Starts      { uint starts[]; };     // where each bucket's birds begin
layout(std430, binding = 1) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 2) writeonly buffer NewVelocity { vec4 new_velocity[]; };

ivec2 texel_of(int bird) { return ivec2(bird & ((1 << row_bits) - 1), bird >> row_bits); }

int start_of(int bucket) { return int(starts[bucket]); }
vec3 place_of(int bird) { return imageLoad(position, texel_of(bird)).xyz; }
vec3 speed_of(int bird) { return imageLoad(velocity, texel_of(bird)).xyz; }
#include "boids_grid.glsl"

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = imageLoad(position, texel_of(i)), speed = imageLoad(velocity, texel_of(i));
    fly(seen_from(place.xyz, speed.xyz), place.xyz, speed.xyz);
    new_position[i] = place;
    new_velocity[i] = speed;
}
