#version 330 core
// fft: one element of one pass of a Fourier transform, which makes transforms RADIX times as long as they are.
//
// Run it with span 1, RADIX, RADIX^2, ... until they are as long as a line, swapping source and result. Stockham's order: each pass
// reads parts that are a RADIX-th of the line apart, and so the last one leaves every frequency where it belongs.
#include "stream.glsl"
#include "complex.glsl"

#ifndef RADIX
#define RADIX 2
#endif

uniform int points;            // of a line, a power of two
uniform int span;              // of the transforms so far
uniform bool columns;          // whether lines are columns, not rows
uniform int row_bits;          // of the source: texels in a row, as a power of two
uniform int roots_bits;        // of the roots
uniform bool inverse;
uniform float scale;
uniform sampler2D source;
uniform sampler2D roots;       // of one: `points` of them, clockwise

layout(location = 0) out vec2 result;

ivec2 texel(int i, int bits) { return ivec2(i & ((1 << bits) - 1), i >> bits); }

void main() {
    ivec2 at = here();
    int i = columns ? at.y : (at.y << row_bits) + at.x & points - 1;          // the place in the line
    ivec2 line = columns ? ivec2(at.x, 0) : at - texel(i, row_bits);
    int inside = i & RADIX * span - 1;                                        // the place in its new transform
    int first = (i - inside) / RADIX + (inside & span - 1);
    int step = inside * (points / (RADIX * span));

    vec2 sum = vec2(0.0);
    for (int part = 0; part < RADIX; ++part) {
        int from = first + part * (points / RADIX);
        vec2 number = fetch(source, line + (columns ? ivec2(0, from) : texel(from, row_bits))).xy;
        vec2 root = fetch(roots, texel(part * step & points - 1, roots_bits)).xy;
        sum += times(exchange(number, inverse), root);
    }
    result = exchange(scale * sum, inverse);
}
