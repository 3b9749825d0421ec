#version 110
// scatter_add_2005: the sum of one place of the result: that of the last element of its segment.
//
// The search has found the texel behind it. Where that is the first one no place is before it, so none is the
// same, whatever a Radeon 9700 reads beyond the edge. Three levels of reads, of the four that it has.
#include "rectangles_2005.glsl"

uniform vec2 sorted_size;
uniform vec2 sorted_texel;
uniform sampler2D found;
uniform sampler2D sorted;
uniform sampler2D sums;

void main() {
    vec2 at = texture2D(found, gl_TexCoord[0].xy).rg - vec2(0.5, -0.5);
    at += at.x < 0.0 ? vec2(sorted_size.x, -1.0) : vec2(0.0);
    vec2 place = texture2D(sorted, at * sorted_texel).gr;
    vec4 sum = texture2D(sums, at * sorted_texel);
    bool same = place == (gl_FragCoord.xy - 0.5);
    gl_FragColor = same ? sum : vec4(0.0);
}
