#version 330 core
// refine: what a solution in pairs of floats leaves of the right side, b - A x, one row of it, scaled.
//
// Nearly all of b is cancelled by the products: what is left lies where a float has no digits.
#extension GL_ARB_gpu_shader5 : require    // has the word precise
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

uniform float scale;                 // 1 / the length of the last rest: a float has room for tiny ones so
uniform usampler2D offsets;          // where each row's entries begin, and one more: where the last row's end
uniform usampler2D pointers;         // the column of each entry
uniform sampler2D values;
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out float result;

void main() {
    int row = element();
    vec2 rest = vec2(0.0);
    if (row < element_count) {
        rest.x = here(b).r;
        int entry = int(fetch(offsets, row).r);
        int end = int(fetch(offsets, row + 1).r);
        for (; entry < end; entry++) {
            vec2 unknown = fetch(x, int(fetch(pointers, entry).r)).rg;
            rest = add(rest, -multiply(unknown, vec2(fetch(values, entry).r, 0.0)));
        }
    }
    result = (rest.x * scale) + (rest.y * scale);
}
