#version 430 core
// level_set_view: the colour of one pixel of a picture of a level set.
#include "stream.glsl"
#include "page_table.glsl"
#include "level_set_view.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

uniform ivec4 output_shape;          // of the picture; the library sets it
layout(std430, binding = 0) readonly  buffer Table   { uint table[]; };
layout(std430, binding = 1) readonly  buffer Memory  { float memory[]; };   // all pages
layout(std430, binding = 2) writeonly buffer Picture { vec4 picture[]; };

float value(ivec3 cell) {
    ivec2 place = in_page(cell);
    return memory[int(table[page_of(cell, extent)]) * CELLS + place.y * SIDE + place.x];
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = output_shape.xy;
    if (pixel.x >= size.x || pixel.y >= size.y) return;
    picture[pixel.y * size.x + pixel.x] = vec4(look(pixel, size), 1.0);
}
