#version 110
// transpose_2005: one element of the transposed matrix.
//
// Coordinates go from 0 to 1 along both sides, whatever the sides are, so a Radeon 9700 exchanges them and
// has the place: no instruction but the read.
#include "rectangles_2005.glsl"

uniform sampler2D source;

void main() {
    gl_FragColor = texture2D(source, gl_TexCoord[0].yx);
}
