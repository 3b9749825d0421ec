#version 430 core
// heat_picture: one pixel of the picture: the colour of a temperature of 0 to 1, from dark blue to white.
#include "stream.glsl"
#include "heat.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform vec2 cells_per_pixel;
uniform ivec4 cells_shape;                            // columns and rows; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Cells  { float cells[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= result_shape.x || pixel.y >= result_shape.y) return;
    ivec2 cell = ivec2((vec2(pixel) + 0.5) * cells_per_pixel);
    result[pixel.y * result_shape.x + pixel.x] = vec4(glow(cells[cell.y * cells_shape.x + cell.x]), 1.0);
}
