#version 430 core
// fluid_picture: one pixel of the picture: the dye there on a dark ground, walls in grey.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 dye_shape;                              // columns and rows; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Dye    { vec4 dye[]; };
layout(std430, binding = 1) readonly  buffer Faces  { uint faces[]; };
layout(std430, binding = 2) writeonly buffer Result { vec4 result[]; };

vec4 at(ivec2 cell) {
    ivec2 place = clamp(cell, ivec2(0), dye_shape.xy - 1);
    int i = place.y * dye_shape.x + place.x;
    return vec4(dye[i].rgb, faces[i] == 0u ? 1.0 : 0.0);
}
#include "fluid_picture.glsl"

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= result_shape.x || pixel.y >= result_shape.y) return;
    result[pixel.y * result_shape.x + pixel.x] = colour_of(pixel);
}
