#version 430 core
// box_blur: one pixel: the mean of the square around it, whose size is its own, by the summed-area table.
#include "stream.glsl"
#include "box_blur.glsl"

layout(local_size_x = 256) in;

uniform ivec4 output_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 1) readonly  buffer Radius { uint radius[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

uint sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return 0u;
    return table[((end.y - 1) * output_shape.x) + (end.x - 1)];
}

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 size = output_shape.xy;
    result[i] = mean_around(place(i, size.x), size, radius[i]);
}
