#version 330 core
// depth_of_field: one pixel of a photograph through a lens: the mean of a square as large as its blur.
//
// The arithmetic is that of both eras; here stands how this one reads the table and writes the pixel.
#include "stream.glsl"
#include "depth_of_field.glsl"

uniform ivec4 output_shape;                           // columns and rows; the library sets it
uniform usampler2D table;
uniform sampler2D depth;

layout(location = 0) out vec4 result;

uvec4 sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return uvec4(0u);
    return texelFetch(table, end - 1, 0);
}

void main() {
    result = mean_around(here(), output_shape.xy, here(depth).r);
}
