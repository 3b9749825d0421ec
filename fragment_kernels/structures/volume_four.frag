#version 330 core
// volume_four: one step of diffusion, one cell in each of four slices that follow each other, as four outputs.
//
// Slices 0, 4, 8 and so on of the volume are one stack, 1, 5, 9 the next: a pass writes one of each of the four.
#include "stream.glsl"

uniform sampler2D below;             // the slice under the four, of the last stack
uniform sampler2D source_0;
uniform sampler2D source_1;
uniform sampler2D source_2;
uniform sampler2D source_3;
uniform sampler2D above;             // the slice over them, of the first stack
uniform int slice;                   // which of each stack this pass writes; the library sets it
uniform int depth;                   // slices of the volume
uniform float rate;

layout(location = 0) out float result_0;
layout(location = 1) out float result_1;
layout(location = 2) out float result_2;
layout(location = 3) out float result_3;

/// The cell so far from here in its slice, or the nearest there is.
float beside(sampler2D source, ivec2 step) {
    return fetch(source, clamp(here() + step, ivec2(0), textureSize(source, 0) - 1)).r;
}

/// A step of the cell here, between those of the slices under and over it.
float next(sampler2D source, float under, float over) {
    float now = here(source).r;
    float sum = beside(source, ivec2(-1, 0)) + beside(source, ivec2(1, 0));
    sum += beside(source, ivec2(0, -1)) + beside(source, ivec2(0, 1));
    sum += under + over;
    return now + rate * (sum - 6.0 * now);
}

/// What is over a cell of slice z: the last slice has nothing over it but itself.
float over(int z, float now, float higher) { return z + 1 < depth ? higher : now; }

void main() {
    int z = 4 * slice;
    float now_0 = here(source_0).r;
    float now_1 = here(source_1).r;
    float now_2 = here(source_2).r;
    float now_3 = here(source_3).r;
    float under = slice > 0 ? here(below).r : now_0;
    result_0 = next(source_0, under, over(z, now_0, now_1));
    result_1 = next(source_1, now_0, over(z + 1, now_1, now_2));
    result_2 = next(source_2, now_1, over(z + 2, now_2, now_3));
    result_3 = next(source_3, now_2, over(z + 3, now_3, here(above).r));
}
