#version 110
// fft_2005: one element of one pass of a Fourier transform, which makes transforms twice as long as they are.
//
// Run it with span 1, 2, 4, ... until they are as long as a line (Moreland and Angel 2003), in Stockham's
// order, which needs no reversal of bits. Places are columns and rows, never one index, so that a Radeon
// 9700 is exact on its largest texture: all sides are powers of two, and remainders of those are exact in
// any float. A line is a row, a column, or all rows one after another. The roots of one come from a table
// with the form of the transform that this pass makes.
#include "rectangles_2005.glsl"

uniform vec2 period;         // columns and rows of a transform that is made
uniform vec2 span;           // and of one of the two it is made of
uniform vec2 share;          // of the way to the transform's beginning, for each of the two: 1/2 along a line
uniform float carry;         // columns that half of an odd row is: 0 where lines are not of several rows
uniform vec2 apart;          // columns and rows from a number to the one half a line on
uniform float turn;          // 1 forward, -1 inverse
uniform float scale;
uniform sampler2D source;
uniform sampler2D roots;
uniform vec2 source_texel;   // a texel in texture coordinates

void main() {
    vec2 at = floor(gl_FragCoord.xy), inside = mod(at, period), begin = at - inside;
    vec2 first = floor(begin * share) + mod(inside, span) + vec2(carry * mod(begin.y, 2.0), 0.0);
    vec2 root = texture2D(roots, PLACE(inside + 0.5, period)).xy * vec2(1.0, turn);
    vec2 one = texture2D(source, (first + 0.5) * source_texel).xy;
    vec2 other = texture2D(source, (first + apart + 0.5) * source_texel).xy;
    vec2 turned = (other.xx * root) + (other.yy * vec2(-root.y, root.x));
    gl_FragColor = vec4(scale * (one + turned), 0.0, 0.0);
}
