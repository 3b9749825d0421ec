#version 430 core
// boids_sorted: one bird, written where it belongs in the order of the grid's buckets.
//
// To images: many neighbours will read it there, and all machines read images quickly, including those whose
// lanes are a CPU's.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

uniform int position_count;          // the library sets it
uniform int row_bits;                // of a bird's place in the images, for its column
layout(std430, binding = 0) readonly buffer Position { vec4 position[]; };
layout(std430, binding = 1) readonly buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 2) readonly buffer Rank     { uint rank[]; };     // among the birds of its bucket
layout(std430, binding = 3) readonly buffer Starts   { uint starts[]; };   // where each bucket's birds begin
layout(rgba32f, binding = 0) writeonly uniform image2D sorted_position;
layout(rgba32f, binding = 1) writeonly uniform image2D sorted_velocity;

void main() {
    int i = element();
    if (i >= position_count) return;
    vec4 place = position[i];
    int at = int(starts[bucket_of(cell_of(place.xyz))] + rank[i]);
    ivec2 texel = ivec2(at & ((1 << row_bits) - 1), at >> row_bits);
    imageStore(sorted_position, texel, place);
    imageStore(sorted_velocity, texel, velocity[i]);
}
