#version 110
// mandelbrot_count_2005: the rounds that one number stayed, the last pass.
//
// As it was written for a Radeon 9700. The passes before go eight rounds at a time, and may have gone beyond
// the last.
#include "rectangles_2005.glsl"

uniform float most;          // rounds
uniform sampler2D state;     // z in two channels, and the rounds

void main() {
    gl_FragColor = vec4(min(texture2D(state, gl_TexCoord[0].xy).z, most));
}
