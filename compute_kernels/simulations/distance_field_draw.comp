#version 430 core
// distance_field_draw: one pixel of a Voronoi picture.
#include "stream.glsl"
#include "distance_field.glsl"
#include "distance_field_draw.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform ivec4 nearest_shape;         // the library sets it
uniform ivec4 output_shape;

layout(std430, binding = 0) readonly  buffer Nearest { uint nearest[]; };
layout(std430, binding = 1) readonly  buffer Seeds   { uint seeds[]; };        // the number of each seed
layout(std430, binding = 2) writeonly buffer Picture { vec4 picture[]; };

uint seed_at(ivec2 at) {
    ivec2 cell = min(at, nearest_shape.xy - 1);
    return nearest[cell.y * nearest_shape.x + cell.x];
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= output_shape.x || pixel.y >= output_shape.y) return;
    int i = pixel.y * output_shape.x + pixel.x;
    ivec2 at = pixel * nearest_shape.xy / output_shape.xy;
    uint seed = seed_at(at);
    if (seed == NOWHERE) {
        picture[i] = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    bool border = seed_at(at + ivec2(1, 0)) != seed || seed_at(at + ivec2(0, 1)) != seed;
    picture[i] = colour_of(seeds[seed], float(squared(seed, at, nearest_shape.x)), border);
}
