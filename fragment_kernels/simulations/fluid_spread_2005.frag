#version 110
// fluid_spread_2005: the velocities on one cell's left and upper face, spread by viscosity.
//
// As it was written for a Radeon 9700: a pass of its own, because the carried flow is read between four
// faces, and each of them with its own four neighbours would be 20 reads for one number. One column and one
// row more than the fluid has are computed: behind the last cells are faces too. Across them nothing flows.
#include "rectangles_2005.glsl"

uniform float share;         // viscosity times interval, in squared cells; at most 1/4
uniform vec2 output_size;    // cells across and down, and one more; the library sets it
uniform vec2 velocity_size;  // cells across and down; the library sets it
uniform vec2 velocity_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face

vec2 at(vec2 cell) {
    vec2 inside = texture2D(velocity, (cell + 0.5) * velocity_texel).xy;
    return inside * vec2(lessThan(cell, velocity_size));
}

void main() {
    vec2 cell = floor(TEXELS(gl_TexCoord[0].xy, output_size));
    vec2 across = vec2(1.0, 0.0), down = vec2(0.0, 1.0);
    vec2 now = at(cell);
    vec2 beside = at(cell - across) + at(cell + across);
    vec2 ends = at(cell - down) + at(cell + down);
    gl_FragColor = vec4(now + (share * (beside + ends - (4.0 * now))), 0.0, 0.0);
}
