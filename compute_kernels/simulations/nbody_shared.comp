#version 430 core
// nbody_shared: the acceleration of one body by a block of bodies, which the group fetches tile by tile into
// shared memory.
//
// Each lane fetches one body of a tile, and uses all. What lies behind the block's end has no mass, so a tile
// is always whole.
#include "stream.glsl"
#include "nbody.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Position     { vec4 position[]; };  // and in the fourth channel the mass
layout(std430, binding = 1) readonly  buffer Acceleration { vec4 acceleration[]; };
layout(std430, binding = 2) writeonly buffer Result       { vec4 result[]; };

const int TILE = int(gl_WorkGroupSize.x);

shared vec4 tile[TILE];

void main() {
    int i = element(), lane = int(gl_LocalInvocationID.x);
    vec3 place = i < element_count ? position[i].xyz : vec3(0.0);
    vec3 sum = vec3(0.0);
    for (int start = first; start < last; start += TILE) {
        tile[lane] = start + lane < last ? position[start + lane] : vec4(0.0);
        barrier();                                    // the whole tile is written, and seen by all lanes
        for (int other = 0; other < TILE; other++) sum += pull_of(tile[other], place);
        barrier();                                    // every lane has read it: the next may overwrite it
    }
    if (i < element_count) result[i] = acceleration[i] + vec4(sum, 0.0);
}
