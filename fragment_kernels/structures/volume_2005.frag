#version 110
// volume_2005: one cell of a volume after a step of diffusion, its slices side by side in one texture.
//
// As it was written for a Radeon 9700, whose numbers are floats of 17 bits: listing 33-4 of GPU Gems 2, chapter
// 33, with its errors mended. Place and slice of a cell are columns and rows, never an index. All is counted from
// the middles of texels, half a texel off any whole number, so that `floor` cannot meet one.
#include "rectangles_2005.glsl"

uniform float rate;          // how much of the difference goes to each neighbour
uniform vec2 share;          // one over the columns and the rows of a slice
uniform vec2 last;           // column and row of the last slice among the slices
uniform vec4 source_shape;   // its columns, rows and slices; the library sets it
uniform float source_columns;    // slices side by side; the library sets it
uniform vec2 source_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D source;

float cell(float across, float up) { return texture2D(source, vec2(across, up) * source_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy, slice = source_shape.xy;
    vec2 tile = floor(at * share);                 // column and row of the slice
    vec2 first = (tile * slice) + 0.5;             // the middle of its first texel
    vec2 one = max(at - 1.0, first), other = min(at + 1.0, first + slice - 1.0);
    // The slices below and above are one to the left and one to the right, or at the end of another row; those at
    // the ends of the volume have themselves beyond.
    vec2 below = tile.x > 0.0 ? vec2(-1.0, 0.0) : vec2(source_columns - 1.0, -1.0);
    vec2 above = tile.x < source_columns - 1.0 ? vec2(1.0, 0.0) : vec2(1.0 - source_columns, 1.0);
    below = dot(tile, vec2(1.0)) > 0.0 ? below : vec2(0.0);
    above = tile == last ? vec2(0.0) : above;
    below = at + (below * slice);
    above = at + (above * slice);
    float sum = cell(one.x, at.y) + cell(other.x, at.y) + cell(at.x, one.y) + cell(at.x, other.y);
    sum += cell(below.x, below.y) + cell(above.x, above.y);
    float now = cell(at.x, at.y);
    gl_FragColor = vec4(now + (rate * (sum - (6.0 * now))));
}
