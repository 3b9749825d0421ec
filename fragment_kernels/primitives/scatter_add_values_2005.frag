#version 110
// scatter_add_values_2005: one element, in the order of the sorted places, and whether its place is another than
// that of the element before.
//
// Sum and flag of a segmented scan: two outputs of one format, as a Radeon 9700 wants them. The element depends
// on what was sorted, the second of its four levels of reads.
#include "rectangles_2005.glsl"

uniform vec2 sorted_size;
uniform vec2 sorted_texel;
uniform vec2 source_texel;
uniform sampler2D sorted;
uniform sampler2D source;

void main() {
    vec2 left = gl_FragCoord.xy - vec2(1.0, 0.0);
    left += left.x < 0.0 ? vec2(sorted_size.x, -1.0) : vec2(0.0);
    vec4 mine = texture2D(sorted, gl_TexCoord[0].xy);
    vec4 theirs = texture2D(sorted, left * sorted_texel);
    gl_FragData[0] = texture2D(source, (0.5 - mine.wz) * source_texel);
    gl_FragData[1] = vec4(mine.xy == theirs.xy ? 0.0 : 1.0);
}
