#version 110
// jacobi_2005: one sweep for Poisson's equation, one cell from its four neighbours of the sweep before.
//
// As it was written for a Radeon 9700: around the grid are zeros, and there are no branches. Each neighbour
// is weighed by 1 or by 0, as its coordinate lies inside or outside, and all four are added by one dot
// product.
#include "rectangles_2005.glsl"

uniform vec2 x_size;         // its texels across and up; the library sets it
uniform vec2 x_texel;        // a texel in texture coordinates; the library sets it
uniform sampler2D x;
uniform sampler2D b;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - x_texel, behind = here + x_texel;
    vec4 inside = vec4(greaterThan(vec4(before, CORNER(x_size) - behind), vec4(0.0)));
    vec4 around = vec4(texture2D(x, vec2(before.x, here.y)).r, texture2D(x, vec2(here.x, before.y)).r,
                       texture2D(x, vec2(behind.x, here.y)).r, texture2D(x, vec2(here.x, behind.y)).r);
    gl_FragColor = vec4(0.25 * (texture2D(b, here).r + dot(around, inside)));
}
