#version 110
// sort_start_2005: what the network sorts: a key and its value in one texel of the result.
//
// One texel is one read for both, and a read costs a Radeon 9700 more than a comparison.
#include "rectangles_2005.glsl"

uniform sampler2D keys;
uniform sampler2D values;

void main() {
    float key = texture2D(keys, gl_TexCoord[0].xy).r;
    gl_FragColor = vec4(key, texture2D(values, gl_TexCoord[0].xy).r, 0.0, 0.0);
}
