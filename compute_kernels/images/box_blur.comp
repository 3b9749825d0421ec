#version 430 core
// box_blur: one pixel of the picture: the mean of the square around it, whose size is its own, by four entries of the summed-area table.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform ivec4 output_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 1) readonly  buffer Radius { uint radius[]; };   // pixels from the middle of the square to its sides
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

/// The sum of the columns before `end.x` in the rows before `end.y`.
uint sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return 0u;
    return table[(end.y - 1) * output_shape.x + end.x - 1];
}

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 size = output_shape.xy, at = place(i, size.x);
    int reach = int(min(radius[i], uint(max(size.x, size.y))));
    ivec2 first = max(at - reach, ivec2(0)), end = min(at + reach + 1, size);   // what is inside the picture
    uint sum = sum_before(end) - sum_before(ivec2(first.x, end.y))
             - sum_before(ivec2(end.x, first.y)) + sum_before(first);
    vec2 sides = vec2(end - first);
    result[i] = float(sum) / (sides.x * sides.y);
}
