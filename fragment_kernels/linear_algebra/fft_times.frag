#version 330 core
// fft_times: one element of lines times a factor for each of their places, and zero behind the last factor.
//
// The lines of the result may be longer or shorter than those of the source.
#include "stream.glsl"
#include "complex.glsl"

uniform int points;            // of a line of the result
uniform int source_points;     // of a line of the source
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
uniform int factors_count;     // the library sets it
uniform sampler2D source;
uniform sampler2D factors;

layout(location = 0) out vec2 result;

void main() {
    int at = min(element(), element_count - 1);       // the padding repeats the last element
    int i = at / stride % points;                     // the place in the line
    int from = (at / stride / points * source_points + i) * stride + at % stride;
    vec2 product = vec2(0.0);
    if (i < factors_count) product = times(exchange(fetch(source, from).xy, inverse), fetch(factors, i).xy);
    result = exchange(scale * product, inverse);
}
