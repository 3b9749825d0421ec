#version 110
// life_2005: the next state of one cell of Conway's Game of Life, on a torus.
//
// As it was written for a Radeon 9700, which repeats only textures whose sides are powers of two: fract, one
// instruction, makes a torus of any size. The rule is one comparison too. Twice the neighbours and the cell
// itself come to 5 for two neighbours around a living cell, and to 6 or 7 for three; no other cell lives.
#include "rectangles_2005.glsl"

uniform vec2 cells_size;     // its texels across and up; the library sets it
uniform vec2 cells_texel;    // a texel in texture coordinates; the library sets it
uniform sampler2D cells;     // 1 or 0

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = WRAPPED(here - cells_texel, cells_size), behind = WRAPPED(here + cells_texel, cells_size);
    float around = texture2D(cells, before).r + texture2D(cells, vec2(here.x, before.y)).r;
    around += texture2D(cells, vec2(behind.x, before.y)).r + texture2D(cells, vec2(before.x, here.y)).r;
    around += texture2D(cells, vec2(behind.x, here.y)).r + texture2D(cells, vec2(before.x, behind.y)).r;
    around += texture2D(cells, vec2(here.x, behind.y)).r + texture2D(cells, behind).r;
    float sum = (2.0 * around) + texture2D(cells, here).r;
    gl_FragColor = vec4(abs(sum - 6.0) <= 1.0 ? 1.0 : 0.0);
}
