#version 330 core
// box_blur: one pixel of the picture: the mean of the square around it, whose size is its own, by four entries of the summed-area table.
#include "stream.glsl"

uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform usampler2D table;
uniform usampler2D radius;                            // pixels from the middle of the square to its sides

layout(location = 0) out float result;

/// The sum of the columns before `end.x` in the rows before `end.y`.
uint sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return 0u;
    return texelFetch(table, end - 1, 0).r;
}

void main() {
    ivec2 at = here(), size = output_shape.xy;
    int reach = int(min(here(radius).r, uint(max(size.x, size.y))));
    ivec2 first = max(at - reach, ivec2(0)), end = min(at + reach + 1, size);   // what is inside the picture
    uint sum = sum_before(end) - sum_before(ivec2(first.x, end.y))
             - sum_before(ivec2(end.x, first.y)) + sum_before(first);
    vec2 sides = vec2(end - first);
    result = float(sum) / (sides.x * sides.y);
}
