// fft_times.glsl: lines of one length times factors into lines of another, in both eras: which element, and
// the product.
#include "complex.glsl"

uniform int points;            // of a line of the result
uniform int source_points;     // of a line of the source
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
uniform int factors_count;     // the library sets it

/// The place in its line of the result's element `at`.
int place_of(int at) { return (at / stride) % points; }

/// The source's element at place `i` of the same line.
int source_of(int at, int i) {
    int line = (at / stride) / points;
    return (((line * source_points) + i) * stride) + (at % stride);
}

/// A number times its factor; exchanged before and after for the inverse.
vec2 scaled(vec2 number, vec2 factor) { return exchange(scale * times(exchange(number, inverse), factor), inverse); }
