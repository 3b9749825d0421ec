#version 110
// distance_field_2005: one jump of the flood: the nearest of the seeds that a cell and the eight cells a jump away
// know.
//
// As it was written for a Radeon 9700: a seed is named by its column and row, and the loop over nine cells is
// unrolled. Squares of distances are whole numbers, exact up to 2^17. A column or row outside of the grid is
// replaced by the cell's own, which it asks in any case.
#include "rectangles_2005.glsl"

uniform float jump;            // texels
uniform vec2 nearest_size;     // texels across and up; the library sets it
uniform vec2 nearest_texel;    // a texel in texture coordinates; the library sets it
uniform sampler2D nearest;     // column and row of the nearest seed so far, far outside if there is none

/// The nearer one of two seeds, of equals the first: column, row, and the square of the distance.
vec3 nearer(vec3 best, vec2 texel, vec2 here) {
    vec2 seed = texture2D(nearest, texel * nearest_texel).rg;
    vec2 way = seed - here;
    float square = dot(way, way);
    return square < best.z ? vec3(seed, square) : best;
}

void main() {
    vec2 at = gl_FragCoord.xy, here = at - 0.5;
    vec2 one = at - jump, other = at + jump;
    one = mix(at, one, vec2(greaterThan(one, vec2(0.0))));
    other = mix(other, at, vec2(greaterThan(other, nearest_size)));
    vec3 best = vec3(0.0, 0.0, 1e9);
    best = nearer(best, one, here);
    best = nearer(best, vec2(at.x, one.y), here);
    best = nearer(best, vec2(other.x, one.y), here);
    best = nearer(best, vec2(one.x, at.y), here);
    best = nearer(best, at, here);
    best = nearer(best, vec2(other.x, at.y), here);
    best = nearer(best, vec2(one.x, other.y), here);
    best = nearer(best, vec2(at.x, other.y), here);
    best = nearer(best, other, here);
    gl_FragColor = vec4(best.xy, 0.0, 0.0);
}
