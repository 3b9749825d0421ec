#version 430 core
// boids_shared: one bird a tick later: it looks at all birds of the flock, which the group fetches tile by
// tile into shared memory.
//
// Lanes behind the last bird fetch, wait and look with the others, for a bird that does not exist, and write
// nothing: a barrier is for all lanes of a group.
#include "stream.glsl"
#include "boids.glsl"

layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly  buffer Position    { vec4 position[]; };   // and in the fourth channel the bird's number
layout(std430, binding = 1) readonly  buffer Velocity    { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 3) writeonly buffer NewVelocity { vec4 new_velocity[]; };

const int TILE = int(gl_WorkGroupSize.x);

shared vec3 places[TILE];
shared vec3 speeds[TILE];

void main() {
    int i = element();
    int lane = int(gl_LocalInvocationID.x);
    vec4 place = vec4(0.0), speed = vec4(0.0);
    if (i < element_count) {
        place = position[i];
        speed = velocity[i];
    }
    Around around = NOTHING;
    for (int start = 0; start < element_count; start += TILE) {
        if (start + lane < element_count) {
            places[lane] = position[start + lane].xyz;
            speeds[lane] = velocity[start + lane].xyz;
        }
        barrier();                                    // the whole tile is written, and seen by all lanes
        int birds = min(TILE, element_count - start);
        for (int other = 0; other < birds; other++) look(around, places[other] - place.xyz, speeds[other] - speed.xyz);
        barrier();                                    // every lane has read it: the next may overwrite it
    }
    if (i >= element_count) return;
    fly(around, place.xyz, speed.xyz);
    new_position[i] = place;
    new_velocity[i] = speed;
}
