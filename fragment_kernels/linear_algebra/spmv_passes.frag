#version 330 core
// spmv_passes: one entry of one row times its element of the vector, to be added to one element of the
// result.
#include "stream.glsl"

uniform int step;                    // which entry of each row
uniform usampler2D offsets;
uniform usampler2D pointers;
uniform sampler2D values;
uniform sampler2D x;

layout(location = 0) out float result;

void main() {
    int entry = int(fetch(offsets, element()).r) + step;
    result = fetch(values, entry).r * fetch(x, int(fetch(pointers, entry).r)).r;
}
