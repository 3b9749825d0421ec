#version 330 core
// summed_area: one pass of the summed-area table, along a row or a column (Hensley et al., 2005).
//
// Run with strides of 1, FAN, FAN^2, ... columns, then rows, swapping source and result. What came in holds
// the sum of `stride` elements up to itself; FAN of those, a stride apart, make the sum of FAN times as many.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#define CHANNELS r
#endif
#ifndef FAN
#define FAN 2
#endif

uniform ivec2 stride;                                 // columns and rows; one of them is 0
uniform SAMPLER source;

layout(location = 0) out TYPE result;

void main() {
    ivec2 at = here();
    TYPE sum = texelFetch(source, at, 0).CHANNELS;
    for (int i = 1; i < FAN; i++) {
        at -= stride;
        if (min(at.x, at.y) < 0) break;               // nothing lies before the first row and column
        sum += texelFetch(source, at, 0).CHANNELS;
    }
    result = sum;
}
