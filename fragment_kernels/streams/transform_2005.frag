#version 110
// transform_2005: one point by a 4x4 matrix, divided by its fourth coordinate.
//
// As it was written for a Radeon 9700, whose fragment unit does the work of its vertex units: a point is a
// texel, and its fourth channel is 1. Texels behind the last point are zeros; there is no branch round them, so
// they are divided by 1.
#include "rectangles_2005.glsl"

uniform mat4 matrix;
uniform sampler2D source;

void main() {
    vec4 point = texture2D(source, gl_TexCoord[0].xy);
    vec4 moved = matrix * point;
    gl_FragColor = vec4(moved.xyz / (moved.w + (1.0 - point.w)), 1.0);
}
