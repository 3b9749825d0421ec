#version 430 core
// nbody: the acceleration of one body by a block of bodies, added to what it has: an invocation reads all of
// them, four per turn.
//
// The bodies are taken in blocks, a dispatch per block: loops in a kernel must end soon, for some drivers end
// them unasked.
#include "stream.glsl"
#include "nbody.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Position     { vec4 position[]; };  // and in the fourth channel the mass
layout(std430, binding = 1) readonly  buffer Acceleration { vec4 acceleration[]; };
layout(std430, binding = 2) writeonly buffer Result       { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec3 place = position[i].xyz;
    vec3 sum = vec3(0.0);
    int other = first;
    for (; other + 4 <= last; other += 4) {
        sum += (pull_of(position[other], place) + pull_of(position[other + 1], place))
            + (pull_of(position[other + 2], place) + pull_of(position[other + 3], place));
    }
    for (; other < last; other++) sum += pull_of(position[other], place);
    result[i] = acceleration[i] + vec4(sum, 0.0);
}
