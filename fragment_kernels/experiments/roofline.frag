#version 330 core
// roofline: two texels read, so many multiply-adds for each of their eight numbers, two texels written.
//
// Two, so that while one waits for its own last sum the other is calculated. With a scale and an offset of
// one every multiply-add counts, and the host knows what comes out.
// run: image first=random:64x64
// run: image second=random:64x64
// run: uniform scale=1.0
// run: uniform offset=1.0
#include "stream.glsl"

#ifndef TURNS
#define TURNS 1                  // multiply-adds for each number: TURNS times UNROLLED
#define UNROLLED 1
#endif

uniform float scale;
uniform float offset;
uniform sampler2D first;
uniform sampler2D second;

layout(location = 0) out vec4 first_result;
layout(location = 1) out vec4 second_result;

void main() {
    vec4 one = here(first), other = here(second);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < UNROLLED; i++) {
            one = (one * scale) + offset;
            other = (other * scale) + offset;
        }
    }
    first_result = one;
    second_result = other;
}
