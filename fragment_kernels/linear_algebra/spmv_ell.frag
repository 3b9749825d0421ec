#version 330 core
// spmv_ell: one row of a sparse matrix times a vector, all rows filled up to the longest; one element of the
// result.
//
// Four entries per texel. The k-th fours of all rows lie as the result lies, one below the other: no offsets
// are needed, and every fragment goes round as often.
#include "stream.glsl"

uniform int fours;                   // of each row
uniform int height;                  // texels from one of a row's fours to its next
uniform usampler2D pointers;         // NOWHERE where a row is filled up
uniform sampler2D values;
uniform sampler2D x;

layout(location = 0) out float result;

float product(float value, uint pointer) {
    return pointer == NOWHERE ? 0.0 : value * fetch(x, int(pointer)).r;
}

void main() {
    ivec2 at = here();
    float sum = 0.0;
    for (int k = 0; k < fours; k++) {
        uvec4 pointer = fetch(pointers, at);
        vec4 value = fetch(values, at);
        sum += product(value.x, pointer.x) + product(value.y, pointer.y) + product(value.z, pointer.z) + product(value.w, pointer.w);
        at.y += height;
    }
    result = sum;
}
