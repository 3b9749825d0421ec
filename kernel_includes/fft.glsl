// fft.glsl: one element of one pass of a Fourier transform, in both eras: the sum of RADIX numbers, each
// times a root of one.
//
// Stockham's order: a pass reads parts that are a RADIX-th of the line apart, and makes transforms RADIX
// times as long, side by side. So the last pass leaves every frequency where it belongs. Masks stand for
// remainders: lengths are powers of two.
#include "complex.glsl"

#ifndef RADIX
#define RADIX 2
#endif

uniform int points;            // of a line, a power of two
uniform int span;              // of the transforms so far
uniform bool inverse;
uniform float scale;

vec2 number(int from);         // of this line, at that place: each era has its own way to fetch it
vec2 root(int power);          // of one: `points` of them, clockwise

/// The element at place `i` of the line.
vec2 transformed(int i) {
    int inside = i & ((RADIX * span) - 1);                       // the place in its new transform
    int first = ((i - inside) / RADIX) + (inside & (span - 1));
    int step = inside * (points / (RADIX * span));
    vec2 sum = vec2(0.0);
    for (int part = 0; part < RADIX; ++part) {
        int from = first + (part * (points / RADIX));
        sum += times(exchange(number(from), inverse), root((part * step) & (points - 1)));
    }
    return exchange(scale * sum, inverse);
}
