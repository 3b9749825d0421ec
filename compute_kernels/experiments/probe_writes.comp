#version 430 core
// probe_writes: many writes per invocation, all of one kind.
//
// KIND says of which. An invocation writes a number of places of its own, again and again; the last write of each stays.
#include "stream.glsl"

#ifndef KIND
#define KIND 1
#endif

layout(local_size_x = 64) in;

uniform int turns;
const int OWN = 8;               // places of an invocation, one stride apart

#if KIND == 1                    // floats of a buffer
layout(std430, binding = 0) writeonly buffer Result { float result[]; };
#define WRITE(at, value) result[at] = value
#elif KIND == 2                  // fours of a buffer
layout(std430, binding = 0) writeonly buffer Result { vec4 result[]; };
#define WRITE(at, value) result[at] = vec4(value)
#elif KIND == 3                  // an image of floats
layout(r32f) uniform writeonly image2D result;
#define WRITE(at, value) imageStore(result, ivec2((at) & 255, (at) >> 8), vec4(value))
#elif KIND == 4                  // an image of fours
layout(rgba32f) uniform writeonly image2D result;
#define WRITE(at, value) imageStore(result, ivec2((at) & 255, (at) >> 8), vec4(value))
#elif KIND == 5                  // atomics, each to a place of its own
layout(std430, binding = 0) buffer Result { uint result[]; };
#define WRITE(at, value) atomicAdd(result[at], 1u)
#else                            // atomics, all to one place
layout(std430, binding = 0) buffer Result { uint result[]; };
#define WRITE(at, value) atomicAdd(result[0], 1u)
#endif

void main() {
    int i = element();
    if (i >= element_count / OWN) return;
    int stride = element_count / OWN;
    for (int turn = 0; turn < turns; turn++) {
        float value = float(turn);
        for (int own = 0; own < OWN; own++) { WRITE(i + (own * stride), value); }
    }
}
