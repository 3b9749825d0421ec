#version 110
// summed_area_2005: one pass of the summed-area table, along a row or a column (Hensley et al.,
// 2005).
//
// Run with strides of 1, FAN, FAN^2, ... columns, then rows. A Radeon 9700 has no `break` and no
// integers: it reads before the first column as well, where the sampler gives some pixel, and then
// adds nothing. Its floats hold whole numbers up to 2^17, so the first pass takes a mean from each
// pixel, and sums stay small.
#include "rectangles_2005.glsl"

#ifndef FAN
#define FAN 2
#endif

uniform vec2 stride;         // columns and rows; one of them is 0
uniform vec4 bias;           // what the first pass takes from each pixel; 0 in the others
uniform vec2 source_texel;
uniform sampler2D source;

void main() {
    vec2 there = gl_FragCoord.xy;
    vec4 sum = texture2D(source, gl_TexCoord[0].xy) - bias;
    for (int i = 1; i < FAN; i++) {
        there -= stride;
        vec4 sum_before = texture2D(source, there * source_texel) - bias;
        sum += min(there.x, there.y) > 0.0 ? sum_before : vec4(0.0);
    }
    gl_FragColor = sum;
}
