#version 110
// invert_2005: one pixel of the negative.
//
// As it was written for a Radeon 9700; any card with fragment programs takes it. A byte arrives as a float in
// 0 to 1, and is rounded to the nearest byte when it is written. Alpha is coverage, not light: it stays.
#include "rectangles_2005.glsl"

uniform sampler2D source;

void main() {
    vec4 pixel = texture2D(source, gl_TexCoord[0].xy);
    gl_FragColor = vec4(1.0 - pixel.rgb, pixel.a);
}
