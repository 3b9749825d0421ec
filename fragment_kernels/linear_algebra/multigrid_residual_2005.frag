#version 110
// multigrid_residual_2005: what is left of the equation of one cell: b - 4 x and the four neighbours of x.
#include "rectangles_2005.glsl"

uniform vec2 x_size;         // cells across and up; the library sets it
uniform vec2 x_texel;        // a texel in texture coordinates; the library sets it
uniform sampler2D x;
uniform sampler2D b;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - x_texel, behind = here + x_texel;
    vec4 inside = vec4(greaterThan(vec4(before, CORNER(x_size) - behind), vec4(0.0)));
    vec4 around = vec4(texture2D(x, vec2(before.x, here.y)).r, texture2D(x, vec2(here.x, before.y)).r,
                       texture2D(x, vec2(behind.x, here.y)).r, texture2D(x, vec2(here.x, behind.y)).r);
    gl_FragColor = vec4(texture2D(b, here).r + (dot(around, inside) - (4.0 * texture2D(x, here).r)));
}
