#version 110
// compact_2005: one element of the result: the kept element that the search has found for its place (Horn,
// 2005).
//
// A place whose number is more than elements are kept has found the end of the source. Two levels of reads,
// of the four that a Radeon 9700 has; the search has used the others in passes of its own.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

uniform vec2 end;            // elements of the source
uniform vec2 source_texel;
uniform sampler2D source;
uniform sampler2D places;

void main() {
    vec2 at = texture2D(places, gl_TexCoord[0].xy).rg + 0.5;
    vec4 element = texture2D(source, at * source_texel);
    gl_FragColor = before(at, end) ? element : vec4(0.0);
}
