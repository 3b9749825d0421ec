#version 430 core
// depth_of_field: one pixel of a photograph through a lens: the mean of a square as large as its blur.
//
// The arithmetic is that of both eras; here stands how this one reads the table and writes the pixel.
#include "stream.glsl"
#include "depth_of_field.glsl"

layout(local_size_x = 256) in;

uniform ivec4 output_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Table  { uvec4 table[]; };
layout(std430, binding = 1) readonly  buffer Depth  { float depth[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };   // red in the lowest byte

uvec4 sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return uvec4(0u);
    return table[((end.y - 1) * output_shape.x) + (end.x - 1)];
}

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 size = output_shape.xy;
    result[i] = packUnorm4x8(mean_around(place(i, size.x), size, depth[i]));
}
