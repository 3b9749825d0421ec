#version 110
// double_single_sum_2005: a pair of floats and its neighbour added into one, for one pass of a sum.
//
// Along rows first, then along what is left of the columns: three sums for four pairs are more than the 64 slots of a
// Radeon 9700. Behind an odd side the coordinate stops at the edge, and what is read there counts nothing.
#include "rectangles_2005.glsl"

uniform float one;    // 1, which no compiler knows
#define KEPT(number) ((number) * one)
#include "double_single.glsl"

uniform vec2 along;           // (1, 0), or (0, 1)
uniform sampler2D source;
uniform vec2 source_size;
uniform vec2 source_texel;

void main() {
    vec2 first = floor(gl_FragCoord.xy) * (along + 1.0);
    vec2 second = first + along;
    vec2 other = texture2D(source, (second + 0.5) * source_texel).rg;
    vec2 beside = all(lessThan(second, source_size)) ? other : vec2(0.0);
    gl_FragColor = vec4(add(texture2D(source, (first + 0.5) * source_texel).rg, beside), 0.0, 0.0);
}
