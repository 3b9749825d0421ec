#version 110
// sort_end_2005: the key and the value of one texel that the network has sorted, each to its own stream.
//
// Two outputs of one pass: a Radeon 9700 was the first card with four, all of one format.
#include "rectangles_2005.glsl"

uniform sampler2D source;

void main() {
    vec4 texel = texture2D(source, gl_TexCoord[0].xy);
    gl_FragData[0] = texel.rrrr;
    gl_FragData[1] = texel.gggg;
}
