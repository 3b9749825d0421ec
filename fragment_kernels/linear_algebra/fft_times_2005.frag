#version 110
// fft_times_2005: one element of lines times a factor for each of their places, and zero where the factor is
// zero.
//
// The lines of the result may be longer or shorter than those of the source, and so may be the rows of their
// textures: the element is found in columns and rows, exact on a Radeon 9700 for rows of powers of two. The
// factors lie as a line of the result, with zeros where the source has ended.
#include "rectangles_2005.glsl"

uniform float ratio;         // of the rows' lengths: the result's over the source's
uniform float width;         // of the source's rows
uniform float turn;          // 1 forward, -1 inverse
uniform float scale;
uniform sampler2D source;
uniform sampler2D factors;
uniform vec2 source_texel;   // a texel in texture coordinates

void main() {
    vec2 at = floor(gl_FragCoord.xy);
    float row = at.y * ratio, full = floor(row);
    vec2 from = vec2(mod(at.x, width) + (width * (row - full)), full + floor(at.x / width));
    vec2 factor = texture2D(factors, gl_TexCoord[0].xy).xy * vec2(1.0, turn);
    vec2 number = texture2D(source, (from + 0.5) * source_texel).xy;
    vec2 product = scale * ((number.xx * factor) + (number.yy * vec2(-factor.y, factor.x)));
    gl_FragColor = vec4(dot(factor, factor) == 0.0 ? vec2(0.0) : product, 0.0, 0.0);
}
