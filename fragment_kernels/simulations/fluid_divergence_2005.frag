#version 110
// fluid_divergence_2005: what flows out of one cell, less what flows in.
//
// As it was written for a Radeon 9700: behind the last cells' right and lower faces nothing flows, so that
// what the sampler gives there is weighed by 0.
#include "rectangles_2005.glsl"

uniform vec2 velocity_size;  // cells across and down; the library sets it
uniform vec2 velocity_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 behind = here + velocity_texel;
    vec2 more = vec2(lessThan(behind, CORNER(velocity_size)));
    vec2 next = vec2(texture2D(velocity, vec2(behind.x, here.y)).x, texture2D(velocity, vec2(here.x, behind.y)).y);
    gl_FragColor = vec4(dot((more * next) - texture2D(velocity, here).xy, vec2(1.0)));
}
