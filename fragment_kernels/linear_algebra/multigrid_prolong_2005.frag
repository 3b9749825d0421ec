#version 110
// multigrid_prolong_2005: what the next level found, added to one cell of this one.
//
// The mean of the coarse cells around it: a cell that is a coarse one too reads that four times, and one between
// two reads each twice. Whole numbers and halves are exact, and so is `floor` of them. Beyond the coarse level are
// zeros, by which the reads are weighed.
#include "rectangles_2005.glsl"

uniform vec2 coarse_size;    // its cells across and up; the library sets it
uniform vec2 coarse_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D coarse;
uniform sampler2D x;

float cell(float across, float up) { return texture2D(coarse, vec2(across, up) * coarse_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy;
    vec2 low = floor(0.5 * (at + 0.5)) - 0.5, high = floor(0.5 * (at - 0.5)) + 0.5;
    vec2 inside_low = vec2(greaterThan(low, vec2(0.0))), inside_high = vec2(lessThan(high, coarse_size));
    vec4 cells = vec4(cell(low.x, low.y), cell(high.x, low.y), cell(low.x, high.y), cell(high.x, high.y));
    vec4 weights = vec4(inside_low.x, inside_high.x, inside_low.x, inside_high.x)
                 * vec4(inside_low.yy, inside_high.yy);
    gl_FragColor = vec4(texture2D(x, gl_TexCoord[0].xy).r + (0.25 * dot(cells, weights)));
}
