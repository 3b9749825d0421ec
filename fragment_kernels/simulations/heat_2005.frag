#version 110
// heat_2005: the temperature of one cell a step later: it goes towards that of its four neighbours.
//
// As it was written for a Radeon 9700: a neighbour is one texel away in texture coordinates. Nothing leaves
// through the edges: beyond them the sampler gives the cell at the edge (GL_CLAMP_TO_EDGE), so the kernel
// compares nothing.
#include "rectangles_2005.glsl"

uniform float rate;          // diffusivity times interval, in squared cells; at most 1/4
uniform vec2 cells_texel;    // a texel in texture coordinates; the library sets it
uniform sampler2D cells;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - cells_texel, behind = here + cells_texel;
    float now = texture2D(cells, here).r;
    float beside = texture2D(cells, vec2(before.x, here.y)).r + texture2D(cells, vec2(behind.x, here.y)).r;
    float ends = texture2D(cells, vec2(here.x, before.y)).r + texture2D(cells, vec2(here.x, behind.y)).r;
    gl_FragColor = vec4(now + (rate * (beside + ends - (4.0 * now))));
}
