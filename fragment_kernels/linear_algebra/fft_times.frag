#version 330 core
// fft_times: one element of lines times a factor for each of their places, and zero behind the last factor.
//
// The lines of the result may be longer or shorter than those of the source.
#include "stream.glsl"
#include "fft_times.glsl"

uniform sampler2D source;
uniform sampler2D factors;

layout(location = 0) out vec2 result;

void main() {
    int at = min(element(), element_count - 1);       // the padding repeats the last element
    int i = place_of(at);
    result = vec2(0.0);
    if (i < factors_count) result = scaled(fetch(source, source_of(at, i)).xy, fetch(factors, i).xy);
}
