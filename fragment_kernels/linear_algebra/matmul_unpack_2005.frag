#version 110
// matmul_unpack_2005: one element out of the four neighbours in the channels of a texel.
//
// Cards without integers count to no channel: comparisons choose it.
#include "rectangles_2005.glsl"

uniform sampler2D source;
uniform vec2 source_texel;   // a texel in texture coordinates

void main() {
    float way = 0.25 * gl_FragCoord.x;         // in texels of the source: 1, 3, 5 or 7 eighths into one
    float texel = floor(way), channel = way - texel;
    vec4 four = texture2D(source, vec2(texel + 0.5, gl_FragCoord.y) * source_texel);
    vec2 pair = channel < 0.5 ? four.xy : four.zw;
    gl_FragColor = vec4(fract(2.0 * channel) < 0.5 ? pair.x : pair.y);
}
