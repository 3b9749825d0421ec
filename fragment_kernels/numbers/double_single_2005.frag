#version 110
// double_single_2005: a sum, a product, a quotient or a root of pairs of floats, one element of the result.
//
// Da Graca and Defour measured theirs on a GeForce 7800; the Radeon 9700 takes it, too. Both cut sums off instead of
// rounding them, so that some errors are not exact, and the pairs have a bit or two less.
#include "rectangles_2005.glsl"

uniform float one;    // 1, which no compiler knows
#define KEPT(number) ((number) * one)
#include "double_single_operation.glsl"

uniform sampler2D a;
uniform sampler2D b;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = vec4(computed(texture2D(a, here).rg, texture2D(b, here).rg), 0.0, 0.0);
}
