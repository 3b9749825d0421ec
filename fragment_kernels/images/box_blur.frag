#version 330 core
// box_blur: one pixel: the mean of the square around it, whose size is its own, by the summed-area table.
#include "stream.glsl"
#include "box_blur.glsl"

uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform usampler2D table;
uniform usampler2D radius;

layout(location = 0) out float result;

uint sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return 0u;
    return texelFetch(table, end - 1, 0).r;
}

void main() {
    result = mean_around(here(), output_shape.xy, here(radius).r);
}
