#version 110
// fluid_curl_2005: how fast a fluid turns at one cell's left upper corner.
//
// As it was written for a Radeon 9700: a pass of its own, since each of the four corners serves four cells,
// and a kernel of the fluid's force has no room to compute them all. Outside the grid the flow is that at its
// edge.
#include "rectangles_2005.glsl"

uniform vec2 velocity_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - velocity_texel;
    vec2 now = texture2D(velocity, here).xy;
    float left = texture2D(velocity, vec2(before.x, here.y)).y;
    float above = texture2D(velocity, vec2(here.x, before.y)).x;
    gl_FragColor = vec4(now.y - left - (now.x - above));
}
