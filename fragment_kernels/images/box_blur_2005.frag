#version 110
// box_blur_2005: one pixel: the mean of the square around it, whose size is its own, by four
// entries of the summed-area table (Hensley et al., 2005).
//
// The table is of floats, and the bias that was taken from each pixel comes back here. The place of
// a fragment is its pixel's centre, so half a pixel more than the radius reaches from there to the
// sides.
#include "rectangles_2005.glsl"

uniform float bias;          // what was taken from each pixel
uniform vec2 table_size;     // columns and rows
uniform vec2 table_texel;
uniform sampler2D table;
uniform sampler2D radius;

// The sum of the columns before `end.x` in the rows before `end.y`.
float sum_before(vec2 end) {
    float entry = texture2D(table, (end - 0.5) * table_texel).r;
    return min(end.x, end.y) > 0.0 ? entry : 0.0;
}

void main() {
    float reach = texture2D(radius, gl_TexCoord[0].xy).r + 0.5;
    vec2 first = max(gl_FragCoord.xy - reach, vec2(0.0));    // what is inside the picture
    vec2 end = min(gl_FragCoord.xy + reach, table_size);
    float lower = sum_before(vec2(end.x, first.y)) - sum_before(first);
    float upper = sum_before(end) - sum_before(vec2(first.x, end.y));
    vec2 sides = end - first;
    gl_FragColor = vec4(((upper - lower) / (sides.x * sides.y)) + bias);
}
