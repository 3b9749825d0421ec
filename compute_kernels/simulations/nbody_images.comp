#version 430 core
// nbody_images: the accelerations of OWN bodies by a block of bodies, which are loaded from an image, four per
// turn. For the lanes of a CPU; nbody_registers is for a GPU.
//
// No tile, no barrier: the CPU's cache is the tile, and a load from an image costs less than one from shared
// memory. Still it costs as much as a pull, so it serves many. A group is as small as a vector, that few bodies
// are work for all threads.
#include "stream.glsl"
#include "nbody.glsl"

layout(local_size_x = 8) in;

uniform int row_bits;                // of a body's place in the image, for its column
uniform int acceleration_count;      // the library sets it
layout(rgba32f, binding = 0) readonly uniform image2D position;                  // and in the fourth channel the mass
layout(std430, binding = 0) readonly  buffer Acceleration { vec4 acceleration[]; };
layout(std430, binding = 1) writeonly buffer Result       { vec4 result[]; };

#ifndef OWN
#define OWN 16                       // the host says
#endif
const int LANES = int(gl_WorkGroupSize.x);

vec4 body(int i) { return imageLoad(position, ivec2(i & ((1 << row_bits) - 1), i >> row_bits)); }

void main() {
    int own = int(group()) * OWN * LANES + int(gl_LocalInvocationID.x);   // and those 8, 16 and so on further on
    vec3 place[OWN], sum[OWN];
    for (int k = 0; k < OWN; k++) {
        place[k] = body(min(own + k * LANES, acceleration_count - 1)).xyz;
        sum[k] = vec3(0.0);
    }
    int other = first;
    for (; other + 4 <= last; other += 4) {
        vec4 one = body(other), two = body(other + 1), three = body(other + 2), four = body(other + 3);
        for (int k = 0; k < OWN; k++) {
            sum[k] += (pull_of(one, place[k]) + pull_of(two, place[k])) + (pull_of(three, place[k]) + pull_of(four, place[k]));
        }
    }
    for (; other < last; other++) {
        vec4 one = body(other);
        for (int k = 0; k < OWN; k++) sum[k] += pull_of(one, place[k]);
    }
    for (int k = 0; k < OWN; k++) {
        int i = own + k * LANES;
        if (i < acceleration_count) result[i] = acceleration[i] + vec4(sum[k], 0.0);
    }
}
