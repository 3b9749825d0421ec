#version 330 core
// fft: one element of one pass of a Fourier transform, which makes transforms RADIX times as long as they
// are.
//
// Run it with span 1, RADIX, RADIX^2, ... until they are as long as a line, swapping source and result.
// fft.glsl has the sum; what is left here is where a line lies: a column of the texture, or a stretch of
// `points` texels that goes on in the next row.
#include "stream.glsl"
#include "fft.glsl"

uniform bool columns;          // whether lines are columns, not rows
uniform int row_bits;          // of the source: texels in a row, as a power of two
uniform int roots_bits;        // of the roots
uniform sampler2D source;
uniform sampler2D roots;

layout(location = 0) out vec2 result;

ivec2 line;                    // where this fragment's line begins

ivec2 texel(int i, int bits) { return ivec2(i & ((1 << bits) - 1), i >> bits); }

vec2 number(int from) { return fetch(source, line + (columns ? ivec2(0, from) : texel(from, row_bits))).xy; }

vec2 root(int power) { return fetch(roots, texel(power, roots_bits)).xy; }

void main() {
    ivec2 at = here();
    int i = columns ? at.y : ((at.y << row_bits) + at.x) & (points - 1);      // the place in the line
    line = columns ? ivec2(at.x, 0) : at - texel(i, row_bits);
    result = transformed(i);
}
