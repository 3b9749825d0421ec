#version 430 core
// nbody_registers: the accelerations of four bodies by a block of bodies, which the group fetches tile by
// tile into shared memory. For a GPU; nbody_images is for the lanes of a CPU.
//
// The four share each fetch from the tile. They are 64 bodies apart, so that the lanes of a group fetch and
// write side by side. What lies behind the block's end has no mass, so a tile is always whole.
#include "stream.glsl"
#include "nbody.glsl"

layout(local_size_x = 64) in;

uniform int position_count;          // the library sets it
layout(std430, binding = 0) readonly  buffer Position     { vec4 position[]; };  // and in the fourth channel the mass
layout(std430, binding = 1) readonly  buffer Acceleration { vec4 acceleration[]; };
layout(std430, binding = 2) writeonly buffer Result       { vec4 result[]; };

const int LANES = int(gl_WorkGroupSize.x);
const int TILE = 4 * LANES;

shared vec4 tile[TILE];

vec4 body(int i, int end) { return i < end ? position[i] : vec4(0.0); }

void main() {
    int lane = int(gl_LocalInvocationID.x), own = int(group()) * TILE + lane;
    vec3 place[4], sum[4];
    for (int k = 0; k < 4; k++) {
        place[k] = body(own + k * LANES, position_count).xyz;
        sum[k] = vec3(0.0);
    }
    for (int start = first; start < last; start += TILE) {
        for (int k = 0; k < 4; k++) tile[k * LANES + lane] = body(start + k * LANES + lane, last);
        barrier();                                    // the whole tile is written, and seen by all lanes
        for (int other = 0; other < TILE; other++) {
            vec4 one = tile[other];
            for (int k = 0; k < 4; k++) sum[k] += pull_of(one, place[k]);
        }
        barrier();                                    // every lane has read it: the next may overwrite it
    }
    for (int k = 0; k < 4; k++) {
        int i = own + k * LANES;
        if (i < position_count) result[i] = acceleration[i] + vec4(sum[k], 0.0);
    }
}
