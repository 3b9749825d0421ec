#version 110
// scatter_sort_2005: the element that belongs at one place of the result, if the search has found its place.
//
// Three levels of reads, of the four that a Radeon 9700 has: what was found, what was sorted there, and the
// element.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

uniform vec2 end;            // places that are sorted
uniform vec2 sorted_texel;
uniform vec2 source_texel;
uniform sampler2D found;
uniform sampler2D sorted;
uniform sampler2D source;

void main() {
    vec2 at = texture2D(found, gl_TexCoord[0].xy).rg + 0.5;
    vec4 place = texture2D(sorted, at * sorted_texel);
    vec4 element = texture2D(source, (0.5 - place.wz) * source_texel);
    bool same = place.yx == gl_FragCoord.xy - 0.5;
    gl_FragColor = same && before(at, end) ? element : vec4(0.0);
}
