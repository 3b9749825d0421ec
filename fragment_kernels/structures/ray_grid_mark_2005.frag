#version 110
// ray_grid_mark_2005: one texel of the mask: a ray that is about to do `state` passes and changes it there,
// others are discarded.
#include "rectangles_2005.glsl"

uniform float state;
uniform sampler2D cell;              // in the fourth channel what the ray is about to do

void main() {
    if (abs(texture2D(cell, gl_TexCoord[0].xy).w - state) > 0.5) discard;
    gl_FragColor = vec4(state);
}
