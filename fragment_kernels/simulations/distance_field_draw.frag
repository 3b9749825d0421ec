#version 330 core
// distance_field_draw: one pixel of a Voronoi picture.
#include "stream.glsl"
#include "distance_field.glsl"

uniform ivec4 nearest_shape;         // the library sets it
uniform ivec4 output_shape;
uniform usampler2D nearest;
uniform usampler2D seeds;            // the number of each seed

layout(location = 0) out vec4 picture;

uint seed_at(ivec2 cell) { return fetch(nearest, min(cell, nearest_shape.xy - 1)).r; }
uint mark_of(uint seed) { return fetch(seeds, int(seed)).r; }
#include "distance_field_draw.glsl"

void main() {
    picture = region_at((here() * nearest_shape.xy) / output_shape.xy, nearest_shape.x);
}
