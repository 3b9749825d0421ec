#version 110
// grayscale_2005: the luma of one pixel, in all three colours of the result.
//
// As it was written for a Radeon 9700: a dot product of three channels is one instruction. The weights are those
// of Rec. 709: the eye takes most of its light from green.
#include "rectangles_2005.glsl"

uniform sampler2D source;

void main() {
    vec4 pixel = texture2D(source, gl_TexCoord[0].xy);
    gl_FragColor = vec4(vec3(dot(pixel.rgb, vec3(0.2126, 0.7152, 0.0722))), pixel.a);
}
