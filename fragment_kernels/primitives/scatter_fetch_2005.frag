#version 110
// scatter_fetch_2005: the element whose texel lies in the first slot of a cell, one element of the result.
//
// An empty slot is negative. The element depends on the slot: the second of the four levels of a Radeon 9700.
#include "rectangles_2005.glsl"

uniform vec2 lists_texel;
uniform vec2 source_texel;
uniform sampler2D lists;
uniform sampler2D source;

void main() {
    vec2 slot = (2.0 * gl_FragCoord.xy) - 0.5;
    vec2 at = texture2D(lists, slot * lists_texel).rg;
    vec4 element = texture2D(source, (at + 0.5) * source_texel);
    gl_FragColor = at.x < 0.0 ? vec4(0.0) : element;
}
