#version 110
// segmented_scan_2005: one pass of the prefix sums of many segments, one element of the result and its flag.
//
// What lies a stride away is added unless a segment begins in between. Sum and flag are two outputs of one
// format, as a Radeon 9700 wants them, and a stride is columns and rows, for its floats have 17 bits.
#include "rectangles_2005.glsl"

uniform vec2 stride;
uniform vec2 source_size;
uniform vec2 source_texel;
uniform sampler2D source;
uniform sampler2D heads;

void main() {
    vec2 there = gl_FragCoord.xy - stride;
    there += there.x < 0.0 ? vec2(source_size.x, -1.0) : vec2(0.0);
    float sum = texture2D(source, gl_TexCoord[0].xy).r;
    float head = texture2D(heads, gl_TexCoord[0].xy).r;
    float left = texture2D(source, there * source_texel).r;
    float left_head = texture2D(heads, there * source_texel).r;
    bool goes_on = head == 0.0 && there.y > 0.0;
    gl_FragData[0] = vec4(goes_on ? sum + left : sum);
    gl_FragData[1] = vec4(goes_on ? left_head : head);
}
