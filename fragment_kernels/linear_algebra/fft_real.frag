#version 330 core
// fft_real: one frequency of real numbers from two frequencies of their pairs, or one of the pairs from two
// of the real numbers.
//
// fft_real.glsl has the sum; what is left here is where the numbers are.
#include "stream.glsl"
#include "fft_real.glsl"

uniform sampler2D source;
uniform sampler2D roots;

layout(location = 0) out vec2 result;

void main() {
    int k = min(element(), element_count - 1);        // the padding repeats the last element
    vec2 number = fetch(source, place_of(k)).xy, mirrored = fetch(source, place_of(pairs - k)).xy;
    result = parted(number, mirrored, fetch(roots, k).xy);
}
