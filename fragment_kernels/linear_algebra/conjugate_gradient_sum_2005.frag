#version 110
// conjugate_gradient_sum_2005: the sum of 2 x 2 texels, one texel of a texture half as wide and half as high.
//
// Passes of it add up a whole texture (Krüger and Westermann 2003): eleven for the largest of a Radeon
// 9700. Where a side is odd, the texels behind it add nothing.
#include "rectangles_2005.glsl"

uniform sampler2D source;
uniform vec2 source_size;            // its texels across and up
uniform vec2 source_texel;           // a texel in texture coordinates

float element(vec2 centre) {
    float inside = texture2D(source, centre * source_texel).r;
    return all(lessThan(centre, source_size)) ? inside : 0.0;
}

void main() {
    vec2 first = (2.0 * gl_FragCoord.xy) - 0.5, next = first + 1.0;
    float upper = element(first) + element(vec2(next.x, first.y));
    gl_FragColor = vec4(upper + (element(vec2(first.x, next.y)) + element(next)));
}
