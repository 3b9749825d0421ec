#version 430 core
// Races at lines 11 and 12, and its include, which races on the same array, at its own lines 11 and 12: these are two faults.
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) buffer Result { uint result[]; };
#include "same_lines_of_an_include.glsl"

void main() {
    uint lane = gl_LocalInvocationID.x;

    block[lane] = lane;
    uint neighbour = block[(lane + 1u) % 64u];
    barrier();
    result[lane] = neighbour + mirrored(lane);
}
