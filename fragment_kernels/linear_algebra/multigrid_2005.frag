#version 110
// multigrid_2005: half a sweep over one level: the cells of one colour from their four neighbours.
//
// As it was written for a Radeon 9700: the colour of a cell is the parity of its column and row together, which
// `fract` finds; around the level are zeros, by which neighbours are weighed.
#include "rectangles_2005.glsl"

uniform float half_colour;   // whose turn it is: 0 or 1/2
uniform float known;         // 1, or 0 if x is still zero everywhere
uniform vec2 x_size;         // cells across and up; the library sets it
uniform vec2 x_texel;        // a texel in texture coordinates; the library sets it
uniform sampler2D x;
uniform sampler2D b;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - x_texel, behind = here + x_texel;
    vec4 inside = known * vec4(greaterThan(vec4(before, CORNER(x_size) - behind), vec4(0.0)));
    vec4 around = vec4(texture2D(x, vec2(before.x, here.y)).r, texture2D(x, vec2(here.x, before.y)).r,
                       texture2D(x, vec2(behind.x, here.y)).r, texture2D(x, vec2(here.x, behind.y)).r);
    float next = 0.25 * (texture2D(b, here).r + dot(around, inside));
    bool turn = fract(0.5 * dot(gl_FragCoord.xy - 0.5, vec2(1.0))) == half_colour;
    gl_FragColor = vec4(turn ? next : known * texture2D(x, here).r);
}
