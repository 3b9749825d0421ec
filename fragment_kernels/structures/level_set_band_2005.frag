#version 110
// level_set_band_2005: one cell of a page in use after a step.
//
// As on Lefohn's Radeon: the host draws the inside, the edges and the corners of each page apart, so that no
// fragment finds out where it is.
#include "level_set_cross_2005.glsl"
#include "level_set_step_2005.glsl"

uniform sampler2D speeds;            // of every cell of the volume, outwards

varying vec2 at_speed;

void main() {
    gl_FragColor = vec4(moved(value(own), before(), after(), texture2D(speeds, at_speed).r));
}
