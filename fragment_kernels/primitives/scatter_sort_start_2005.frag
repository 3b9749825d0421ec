#version 110
// scatter_sort_start_2005: what is sorted: the place of one element and, negative, the element's own texel.
//
// Rows come before columns, as in the order of elements. Of one place the last element comes first. In four
// channels of columns and rows everything is exact on a Radeon 9700, whose floats have 17 bits.
#include "rectangles_2005.glsl"

uniform sampler2D places;

void main() {
    vec2 place = texture2D(places, gl_TexCoord[0].xy).rg;
    gl_FragColor = vec4(place.yx, 0.5 - gl_FragCoord.yx);
}
