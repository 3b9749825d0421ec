#version 110
// scan_2005: one pass of the inclusive prefix sum by doubling strides, one element of the result (Horn,
// 2005).
//
// A stride is columns and rows: on a Radeon 9700 the index of an element would end at 2^17. Whoever steps
// over the left edge is in the row above. The card reads there before it knows whether there is an element,
// and then chooses.
#include "rectangles_2005.glsl"

uniform vec2 stride;
uniform vec2 source_size;
uniform vec2 source_texel;
uniform sampler2D source;

void main() {
    vec2 there = gl_FragCoord.xy - stride;
    there += there.x < 0.0 ? vec2(source_size.x, -1.0) : vec2(0.0);
    float sum = texture2D(source, gl_TexCoord[0].xy).r;
    float left = texture2D(source, there * source_texel).r;
    gl_FragColor = vec4(there.y < 0.0 ? sum : sum + left);
}
