#version 430 core
// roofline: two vectors read, so many multiply-adds for each of their eight numbers, two vectors written.
//
// Two, so that while one waits for its own last sum the other is calculated. With a scale and an offset of
// one every multiply-add counts, and the host knows what comes out.
#include "stream.glsl"

#ifndef TURNS
#define TURNS 1                  // multiply-adds for each number: TURNS times UNROLLED
#define UNROLLED 1
#endif

layout(local_size_x = 64) in;

uniform float scale;
uniform float offset;
layout(std430, binding = 0) readonly  buffer First        { vec4 first[]; };
layout(std430, binding = 1) readonly  buffer Second       { vec4 second[]; };
layout(std430, binding = 2) writeonly buffer FirstResult  { vec4 first_result[]; };
layout(std430, binding = 3) writeonly buffer SecondResult { vec4 second_result[]; };

void main() {
    int own = element();
    if (own >= element_count) return;
    vec4 one = first[own], other = second[own];
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < UNROLLED; i++) {
            one = (one * scale) + offset;
            other = (other * scale) + offset;
        }
    }
    first_result[own] = one;
    second_result[own] = other;
}
