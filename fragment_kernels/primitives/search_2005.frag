#version 110
// search_2005: three steps of the search for one key: how many texels of a sorted stream go before it.
//
// A Radeon 9700 has no loops, and four levels of reads that depend on one another: `below`, where the steps
// before have come to, is the first, and each step is one more. Numbers of elements are columns and rows. The
// result is one, too: the texel of the first element that does not go before the key.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"
#include "less_2005.glsl"

uniform vec2 reach_0;        // a power of two less 1, for each step
uniform vec2 reach_1;
uniform vec2 reach_2;
uniform vec2 end;            // elements of the sorted stream
uniform vec2 sorted_size;
uniform vec2 sorted_texel;
uniform sampler2D sorted;
uniform sampler2D keys;
uniform sampler2D below;

// Behind the farthest texel that it reaches, if that one goes before the key. A column beyond the last is
// left to the next step.
vec2 further(vec2 at, vec2 reach, vec4 key) {
    vec2 there = behind(at, reach, sorted_size.x);
    bool goes_before = less(texture2D(sorted, there * sorted_texel), key);
    return goes_before && before(there, end) ? there + vec2(1.0, 0.0) : at;
}

void main() {
    vec4 key = texture2D(keys, gl_TexCoord[0].xy);
    vec2 at = texture2D(below, gl_TexCoord[0].xy).rg + 0.5;
    at = further(at, reach_0, key);
    at = further(at, reach_1, key);
    at = further(at, reach_2, key);
    gl_FragColor = vec4(behind(at, vec2(0.0), sorted_size.x) - 0.5, 0.0, 0.0);
}
