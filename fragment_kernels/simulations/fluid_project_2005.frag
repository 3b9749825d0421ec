#version 110
// fluid_project_2005: the velocities on one cell's left and upper face without what the pressure takes away.
//
// As it was written for a Radeon 9700: through a wall nothing flows: its faces are weighed by 0.
#include "rectangles_2005.glsl"

uniform vec2 pressure_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D pressure;
uniform sampler2D velocity;  // across the left face, across the upper face
uniform sampler2D faces;     // 1 where open, 0 where not: left, right, above, below

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - pressure_texel;
    vec2 other = vec2(texture2D(pressure, vec2(before.x, here.y)).r, texture2D(pressure, vec2(here.x, before.y)).r);
    vec2 slope = texture2D(pressure, here).r - other;
    gl_FragColor = vec4((texture2D(velocity, here).xy - slope) * texture2D(faces, here).xz, 0.0, 0.0);
}
