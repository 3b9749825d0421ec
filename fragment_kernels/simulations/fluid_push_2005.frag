#version 110
// fluid_push_2005: the velocities on one cell's left and upper face, pushed by forces.
//
// As it was written for a Radeon 9700: through a wall nothing flows, so that its faces are weighed by 0.
#include "rectangles_2005.glsl"

uniform float half_interval; // half a step: a face takes the mean of two forces
uniform vec2 force_texel;    // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face
uniform sampler2D force;     // in the middles of the cells
uniform sampler2D faces;     // 1 where open, 0 where not: left, right, above, below

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - force_texel;
    vec2 other = vec2(texture2D(force, vec2(before.x, here.y)).x, texture2D(force, vec2(here.x, before.y)).y);
    vec2 pushed = texture2D(velocity, here).xy + (half_interval * (texture2D(force, here).xy + other));
    gl_FragColor = vec4(pushed * texture2D(faces, here).xz, 0.0, 0.0);
}
