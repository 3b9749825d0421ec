#version 330 core
// convolve: one element of one pass of a separable convolution: the weighted sum along a row or a column.
//
// Beyond the border the last element stands for all that are missing.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define CHANNELS r
#endif
#ifndef LENGTH
#define LENGTH 3
#endif

const int RADIUS = LENGTH / 2;

uniform float weights[LENGTH];
uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform ivec2 along;                                  // from one neighbour to the next, in columns and rows
uniform sampler2D source;

layout(location = 0) out TYPE result;

void main() {
    ivec2 last = output_shape.xy - 1;
    TYPE sum = TYPE(0);
    for (int i = 0; i < LENGTH; i++) {
        ivec2 at = clamp(here() + along * (i - RADIUS), ivec2(0), last);
        sum += weights[i] * texelFetch(source, at, 0).CHANNELS;
    }
    result = sum;
}
