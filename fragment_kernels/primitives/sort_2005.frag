#version 110
// sort_2005: one step of the bitonic network, one texel of the result (Purcell et al., 2003).
//
// Texels are compared across the middle of a span: some columns of a row, or some whole rows. The first step
// of a stage compares mirror images, so what would lie behind the last texel never moves, and need not be
// there. A Radeon 9700 has no integers for i ^ stride: where a texel lies inside its span is a fraction,
// exact since sides are powers of two.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"
#include "less_2005.glsl"

uniform vec2 span;           // columns and rows
uniform vec2 span_share;     // 1 / span
uniform vec2 middle;         // columns and rows of the lower half
uniform float mirrored;      // 1 in the first step of a stage, else 0
uniform vec2 end;            // texels of the source
uniform vec2 source_size;
uniform vec2 source_texel;
uniform sampler2D source;

void main() {
    vec2 here = gl_FragCoord.xy;
    vec2 inside = fract(here * span_share) * span;
    bool lower = all(lessThan(inside, middle));
    vec2 apart = lower ? span - middle : middle - span;
    vec2 there = here + mix(apart, span - (2.0 * inside), mirrored);
    vec4 mine = texture2D(source, gl_TexCoord[0].xy);
    vec4 theirs = texture2D(source, there * source_texel);
    bool exists = there.x < source_size.x && before(there, end);
    bool exchange = lower ? less(theirs, mine) : less(mine, theirs);
    gl_FragColor = exists && exchange ? theirs : mine;
}
