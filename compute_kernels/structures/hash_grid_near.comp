#version 430 core
// hash_grid_near: how many points are near one place, and the sum of their numbers.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

uniform float reach;                 // the square of the radius
layout(std430, binding = 0) readonly  buffer Places   { vec4 places[]; };
layout(std430, binding = 1) readonly  buffer Position { vec4 position[]; };   // of the points, in the order of the buckets
layout(std430, binding = 2) readonly  buffer Order    { uint order[]; };      // and their numbers
layout(std430, binding = 3) readonly  buffer Starts   { uint starts[]; };     // where each bucket's points begin
layout(std430, binding = 4) writeonly buffer Result   { uvec2 result[]; };

int start_of(int bucket) { return int(starts[bucket]); }
vec3 position_of(int at) { return position[at].xyz; }
uint number_of(int at) { return order[at]; }
#include "hash_grid_near.glsl"

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = near(places[i].xyz, reach);
}
