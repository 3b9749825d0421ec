#version 330 core
// convolve_sampled: one element of one pass of a separable convolution, where the sampler says what lies beyond
// the border.
#include "stream.glsl"

#ifndef LENGTH
#define LENGTH 3
#endif

const int RADIUS = LENGTH / 2;

uniform float weights[LENGTH];
uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform ivec2 along;                                  // from one neighbour to the next, in columns and rows
uniform sampler2D source;                             // sampled nearest

layout(location = 0) out float result;

void main() {
    float sum = 0.0;
    for (int i = 0; i < LENGTH; i++) {
        vec2 middle = vec2(here() + along * (i - RADIUS)) + 0.5;
        sum += weights[i] * texture(source, middle / vec2(output_shape.xy)).r;
    }
    result = sum;
}
