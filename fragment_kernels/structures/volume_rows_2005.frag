#version 110
// volume_rows_2005: one cell of a volume after a step of diffusion, its cells line after line in one texture.
//
// As it was written for a Radeon 9700, whose numbers are floats of 17 bits: listing 33-3 of GPU Gems 2, chapter
// 33, with its errors mended. The index of a cell is divided in two steps, so that `floor` is right; the
// neighbours are texels further on or back, and no index of theirs is computed.
#include "rectangles_2005.glsl"

uniform float rate;          // how much of the difference goes to each neighbour
uniform vec2 share;          // one over the columns and the rows of a slice, a little too small
uniform vec2 row;            // a row of cells in texels of a row that is not whole, and whole rows
uniform vec2 slice_reach;    // and a slice of cells
uniform vec4 source_shape;   // its columns, rows and slices; the library sets it
uniform vec2 source_size;    // texels across and up; the library sets it
uniform vec2 source_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D source;

/// The times that a side goes into a number, for one over the side that is a little too small. The first quotient
/// leaves so little that half of one can be added to it.
float times(float number, float side, float share) {
    float whole = floor(number * share);
    return whole + floor(((number - (whole * side)) + 0.5) / side);
}

/// The cell so many texels further on, or this one at the end of the volume.
float after(vec2 at, vec2 texels, float left) {
    vec2 there = left > 0.5 ? at + texels : at;
    there = there.x < source_size.x ? there : there + vec2(-source_size.x, 1.0);
    return texture2D(source, there * source_texel).r;
}

/// The cell so many texels back, or this one at the start of the volume.
float before(vec2 at, vec2 texels, float left) {
    vec2 there = left > 0.5 ? at - texels : at;
    there = there.x > 0.0 ? there : there + vec2(source_size.x, -1.0);
    return texture2D(source, there * source_texel).r;
}

void main() {
    vec2 at = gl_FragCoord.xy, texel = at - 0.5;
    float index = texel.x + (texel.y * source_size.x);
    float line = times(index, source_shape.x, share.x);
    vec3 place = vec3(index - (line * source_shape.x), 0.0, times(line, source_shape.y, share.y));
    place.y = line - (place.z * source_shape.y);
    vec3 left = (source_shape.xyz - 1.0) - place;        // cells from this one to the walls
    float sum = before(at, vec2(1.0, 0.0), place.x) + after(at, vec2(1.0, 0.0), left.x);
    sum += before(at, row, place.y) + after(at, row, left.y);
    sum += before(at, slice_reach, place.z) + after(at, slice_reach, left.z);
    float now = texture2D(source, at * source_texel).r;
    gl_FragColor = vec4(now + (rate * (sum - (6.0 * now))));
}
