#version 110
// split_search_2005: three steps of the search for the element of one place: how many texels of the sums
// go before it.
//
// `sums` numbers the elements that meet the condition; an element's own number less that numbers
// the others, so one scan serves both (Blelloch, 1990; Horn, 2005). Which of the two a place
// searches is chosen by factors, since a Radeon 9700 has no branches. Numbers end at 2^17.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

uniform vec2 reach_0;        // a power of two less 1, for each step
uniform vec2 reach_1;
uniform vec2 reach_2;
uniform vec2 end;            // elements
uniform float output_width;
uniform vec2 sums_size;
uniform vec2 sums_texel;
uniform sampler2D sums;
uniform vec2 count_texel;
uniform sampler2D count;     // one texel: the elements of the first part
uniform sampler2D below;     // where the steps before have come to

// The number of a texel's element, from 1.
float number_of(vec2 at, float width) {
    return (at.x + 0.5) + ((at.y - 0.5) * width);
}

// Behind the farthest texel that it reaches, if fewer than `wanted` elements of the part end there.
vec2 further(vec2 at, vec2 reach, vec2 factors, float wanted) {
    vec2 there = behind(at, reach, sums_size.x);
    float sum = texture2D(sums, there * sums_texel).r;
    float found = dot(vec2(sum, number_of(there, sums_size.x)), factors);
    return found < wanted && before(there, end) ? there + vec2(1.0, 0.0) : at;
}

void main() {
    float first_part = texture2D(count, 0.5 * count_texel).r;
    float number = number_of(gl_FragCoord.xy, output_width);
    bool second = number > first_part;
    vec2 factors = second ? vec2(-1.0, 1.0) : vec2(1.0, 0.0);
    float wanted = second ? number - first_part : number;
    vec2 at = texture2D(below, gl_TexCoord[0].xy).rg + 0.5;
    at = further(at, reach_0, factors, wanted);
    at = further(at, reach_1, factors, wanted);
    at = further(at, reach_2, factors, wanted);
    gl_FragColor = vec4(behind(at, vec2(0.0), sums_size.x) - 0.5, 0.0, 0.0);
}
