#version 110
// level_set_message_2005: the sum of eight texels of a row or a column; after one pass over rows and one over
// columns what the cells of a page ask is one texel.
//
// A Radeon 9700 reads 32 texels in a pass, and a page has 64.
#include "rectangles_2005.glsl"

uniform vec2 along;                  // one texel across or up
uniform sampler2D source;
uniform vec2 source_texel;           // a texel in texture coordinates; the library sets it

void main() {
    vec2 first = (gl_FragCoord.xy * (1.0 + (7.0 * along))) - (3.5 * along);
    vec4 sum = vec4(0.0);
    for (float i = 0.0; i < 8.0; i += 1.0) {
        sum += texture2D(source, (first + (i * along)) * source_texel);
    }
    gl_FragColor = sum;
}
