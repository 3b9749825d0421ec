#version 110
// reaction_diffusion_2005: the two substances of one cell a step later: they spread to the four neighbours,
// and react.
//
// Two substances are two channels of a texel: one read for both. A Radeon 9700 repeats textures by itself only
// where their sides are powers of two; of any others, the part behind the point of a coordinate is where it
// goes on.
#include "rectangles_2005.glsl"

uniform vec2 spread;                 // of either: the share of a difference that crosses in a step
uniform float feed;                  // of U, for each step
uniform float loss;                  // of V, for each step
uniform float rate;                  // of the reaction, for each step
uniform sampler2D cells;             // how much of U and of V
uniform vec2 cells_size;             // its texels across and up
uniform vec2 cells_texel;            // a texel in texture coordinates

vec2 cells_at(vec2 place) { return texture2D(cells, WRAPPED(place, cells_size)).rg; }

void main() {
    vec2 here = gl_TexCoord[0].xy, across = vec2(cells_texel.x, 0.0), up = vec2(0.0, cells_texel.y);
    vec2 now = texture2D(cells, here).rg;
    vec2 around = cells_at(here - across) + cells_at(here + across);
    around += cells_at(here - up) + cells_at(here + up);
    float reacts = rate * now.x * now.y * now.y;             // U + 2 V -> 3 V
    vec2 change = vec2((feed * (1.0 - now.x)) - reacts, reacts - (loss * now.y));
    gl_FragColor = vec4(now + (spread * (around - (4.0 * now))) + change, 0.0, 0.0);
}
