#version 330 core
// photon_map_eye: what one eye ray sees straight, and where on a wall it asks for photons. Four rays are a
// pixel.
#include "stream.glsl"
#include "photon_eye.glsl"

uniform ivec4 output_shape;          // rays in a row, and rows; the library sets it

layout(location = 0) out vec4 points;
layout(location = 1) out vec4 direct;
layout(location = 2) out vec4 weight;

void main() {
    ivec2 ray = here();
    int part = (ray.x % 2) + 2 * (ray.y % 2);
    vec2 at = (vec2(ray) + 0.5) / vec2(output_shape.xy);
    look(at, part, uint(element()), points, direct, weight);
}
