#version 110
// scatter_pairs_2005: the place of one element and the element's own texel: a pair of the result. The last
// element comes first.
//
// The way back from the end is columns and rows, as a Radeon 9700 counts them: who steps over the left edge
// is in the row above.
#include "rectangles_2005.glsl"

uniform vec2 end;            // elements there are
uniform vec2 places_size;
uniform vec2 places_texel;
uniform sampler2D places;

void main() {
    vec2 at = (end - gl_FragCoord.xy) + vec2(0.0, 1.0);
    at += at.x < 0.0 ? vec2(places_size.x, -1.0) : vec2(0.0);
    vec2 place = texture2D(places, at * places_texel).rg;
    gl_FragColor = vec4(place, at - 0.5);
}
