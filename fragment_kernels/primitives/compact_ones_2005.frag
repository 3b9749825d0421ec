#version 110
// compact_ones_2005: 1 for an element that is kept, 0 for any other.
//
// KEEP is a condition on `value`; the host defines it. The prefix sums of the ones number the kept elements;
// a Radeon 9700 counts to 2^17.
#include "rectangles_2005.glsl"

#ifndef KEEP
#define KEEP value > 0.0
#endif

bool keeps(float value) { return KEEP; }

uniform sampler2D source;

void main() {
    gl_FragColor = vec4(keeps(texture2D(source, gl_TexCoord[0].xy).r) ? 1.0 : 0.0);
}
