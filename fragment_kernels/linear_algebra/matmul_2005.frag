#version 110
// matmul_2005: four neighbours of a row of a matrix product, or of as much of them as one pass adds.
//
// A texel is four neighbours of a row. Four steps of the sums are one texel of `a` and four of `b`: five
// reads for sixteen products. A Radeon 9700 has no loop, so the compiler writes out five rounds of four
// steps: 26 of its 32 reads, and nearly all of its 64 other slots, since each address takes one. Squares of
// 2 x 2 need fewer reads for a product, but orders of channels (xxzz, xyxy) that this card spends moves on:
// five rounds of two steps is all that fits.
#include "rectangles_2005.glsl"

uniform float first;         // the first texel of this pass in a row of `a`
uniform sampler2D a;
uniform sampler2D b;
uniform sampler2D sums;      // so far
uniform vec2 a_texel;        // a texel in texture coordinates
uniform vec2 b_texel;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 sum = texture2D(sums, here);
    for (int four = 0; four < 5; ++four) {
        float texel = first + float(four);
        vec4 left = texture2D(a, vec2((texel + 0.5) * a_texel.x, here.y));
        vec2 row = vec2(here.x, ((4.0 * texel) + 0.5) * b_texel.y), next = vec2(0.0, b_texel.y);
        sum += left.x * texture2D(b, row);
        sum += left.y * texture2D(b, row + next);
        sum += left.z * texture2D(b, row + (2.0 * next));
        sum += left.w * texture2D(b, row + (3.0 * next));
    }
    gl_FragColor = sum;
}
