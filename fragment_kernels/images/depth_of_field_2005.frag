#version 110
// depth_of_field_2005: one pixel of a photograph through a lens: the mean of a square as large as
// its blur (Hensley et al., 2005).
//
// The sum up to a place inside a pixel lies between entries of the table as the place lies between
// their corners, along both sides. A float texture of that time has no filter, so four columns
// times four rows are read: those around either side of the square, weighted, and negative for the
// near side.
#include "rectangles_2005.glsl"

uniform float focus;         // the depth that is sharp
uniform float aperture;      // the radius at an endless depth, in pixels
uniform float most;          // the largest radius
uniform vec4 bias;           // what was taken from each pixel
uniform vec2 table_size;
uniform vec2 table_texel;
uniform vec2 column;         // to the next one, in texture coordinates
uniform vec2 row;
uniform sampler2D table;
uniform sampler2D depth;

// One row of the table: the entries before and behind both sides of the square, weighted.
vec4 row_sum(vec2 near, vec2 far, vec4 weights) {
    return (texture2D(table, near) * weights.x) + (texture2D(table, near + column) * weights.y)
        + (texture2D(table, far) * weights.z) + (texture2D(table, far + column) * weights.w);
}

void main() {
    float away = texture2D(depth, gl_TexCoord[0].xy).r;
    float blur = aperture * abs(away - focus) / away;
    float reach = (blur > 0.0 ? min(blur, most) : 0.0) + 0.5;
    vec2 low = max(gl_FragCoord.xy - reach, vec2(0.0));
    vec2 high = min(gl_FragCoord.xy + reach, table_size);
    vec2 first = floor(low);
    vec2 last = floor(high);
    // Weights of the entries before and behind each side; before the first pixel there is nothing.
    vec2 behind = first - low;
    vec2 before = (-1.0 - behind) * min(first, vec2(1.0));
    vec2 ahead = high - last;
    vec2 rest = 1.0 - ahead;
    vec4 across = vec4(before.x, behind.x, rest.x, ahead.x);

    vec2 near = (first - 0.5) * table_texel;
    vec2 far = (last - 0.5) * table_texel;
    vec2 beside = vec2(far.x, near.y);
    vec2 above = vec2(near.x, far.y);
    vec4 sum = (row_sum(near, beside, across) * before.y)
        + (row_sum(near + row, beside + row, across) * behind.y)
        + (row_sum(above, far, across) * rest.y)
        + (row_sum(above + row, far + row, across) * ahead.y);
    vec2 sides = high - low;
    gl_FragColor = (sum / (sides.x * sides.y)) + bias;
}
