#version 430 core
// distance_field_draw: one pixel of a Voronoi picture.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform ivec4 nearest_shape;         // the library sets it
uniform ivec4 output_shape;

layout(std430, binding = 0) readonly  buffer Nearest { uint nearest[]; };
layout(std430, binding = 1) readonly  buffer Seeds   { uint seeds[]; };        // the number of each seed
layout(std430, binding = 2) writeonly buffer Picture { vec4 picture[]; };

uint seed_at(ivec2 cell) {
    ivec2 inside = min(cell, nearest_shape.xy - 1);
    return nearest[inside.y * nearest_shape.x + inside.x];
}
uint mark_of(uint seed) { return seeds[seed]; }
#include "distance_field_draw.glsl"

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= output_shape.x || pixel.y >= output_shape.y) return;
    ivec2 at = (pixel * nearest_shape.xy) / output_shape.xy;
    picture[pixel.y * output_shape.x + pixel.x] = region_at(at, nearest_shape.x);
}
