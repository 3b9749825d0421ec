#version 330 core
// distance_field_draw: one pixel of a Voronoi picture.
#include "stream.glsl"
#include "distance_field.glsl"
#include "distance_field_draw.glsl"

uniform ivec4 nearest_shape;         // the library sets it
uniform ivec4 output_shape;
uniform usampler2D nearest;
uniform usampler2D seeds;            // the number of each seed

layout(location = 0) out vec4 picture;

uint seed_at(ivec2 at) { return fetch(nearest, min(at, nearest_shape.xy - 1)).r; }

void main() {
    ivec2 at = here() * nearest_shape.xy / output_shape.xy;
    uint seed = seed_at(at);
    if (seed == NOWHERE) {
        picture = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    bool border = seed_at(at + ivec2(1, 0)) != seed || seed_at(at + ivec2(0, 1)) != seed;
    picture = colour_of(fetch(seeds, int(seed)).r, float(squared(seed, at, nearest_shape.x)), border);
}
