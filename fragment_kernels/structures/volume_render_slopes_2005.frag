#version 110
// volume_render_slopes_2005: the slope of a volume at one cell, by central differences, and the value there.
//
// As volume_2005: columns and rows of a cell and of its slice are counted from the middles of texels.
#include "rectangles_2005.glsl"
uniform sampler2D source;
#include "by_slice_2005.glsl"

uniform float scale;         // one over the value that counts as 1
uniform vec2 share;          // one over the columns and the rows of a slice

float cell(vec2 texel) { return texture2D(source, texel * source_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy;
    vec2 tile = floor(at * share), first = (tile * source_shape.xy) + 0.5, place = at - first;
    vec2 one = max(at - 1.0, first), other = min(at + 1.0, first + source_shape.xy - 1.0);
    float slice = tile.x + (tile.y * source_columns);
    vec2 below = slice_corner(max(slice - 1.0, 0.0)) + place + 0.5;
    vec2 above = slice_corner(min(slice + 1.0, source_shape.z - 1.0)) + place + 0.5;
    vec4 slope = vec4(cell(vec2(other.x, at.y)), cell(vec2(at.x, other.y)), cell(above), cell(at));
    slope -= vec4(cell(vec2(one.x, at.y)), cell(vec2(at.x, one.y)), cell(below), 0.0);
    gl_FragColor = slope * vec4(vec3(0.5 * scale), scale);
}
