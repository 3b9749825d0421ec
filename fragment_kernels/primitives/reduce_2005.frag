#version 110
// reduce_2005: a block of 2x2 elements combined into one, for one pass of a reduction (Krüger and Westermann,
// 2003).
//
// A Radeon 9700 has no integers to compute places in and no branches. Centres of texels serve as places, and
// what is missing, beyond an odd side or a last row that ends early, is read all the same and replaced by the
// identity. Four reads of 32 are few; the tests of 4x4 elements would fill its 64 arithmetic slots.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

#define MIN 0
#define MAX 1
#define SUM 2

#ifndef OPERATION
#define OPERATION SUM
#endif

uniform float identity;      // what changes nothing when it is combined
uniform vec2 end;            // elements of the source
uniform vec2 source_size;
uniform vec2 source_texel;
uniform sampler2D source;

float at(vec2 texel) {
    bool exists = texel.x < source_size.x && before(texel, end);
    float element = texture2D(source, texel * source_texel).r;
    return exists ? element : identity;
}

// A NaN wins: it differs from itself, and no comparison with it is true.
float combine(float a, float b) {
#if OPERATION == SUM
    return a + b;
#elif OPERATION == MIN
    return b < a || b != b ? b : a;
#else
    return b > a || b != b ? b : a;
#endif
}

void main() {
    vec2 corner = (2.0 * gl_FragCoord.xy) - 0.5;
    float lower = combine(at(corner), at(corner + vec2(1.0, 0.0)));
    float upper = combine(at(corner + vec2(0.0, 1.0)), at(corner + vec2(1.0, 1.0)));
    gl_FragColor = vec4(combine(lower, upper));
}
