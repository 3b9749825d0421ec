#version 110
// saxpy_2005: alpha * x + y, one element of the result.
//
// As it was written for a Radeon 9700: a texture is read by a coordinate from 0 to 1, and gl_TexCoord[0] is the place of
// the element that is written. The coordinate comes interpolated, so no instruction computes it.
#include "rectangles_2005.glsl"

uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = (alpha * texture2D(x, here)) + texture2D(y, here);
}
