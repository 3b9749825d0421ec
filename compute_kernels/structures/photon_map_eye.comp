#version 430 core
// photon_map_eye: what one eye ray sees straight, and where on a wall it asks for photons. Four rays are a
// pixel.
#include "stream.glsl"
#include "photon_eye.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;                                  // rays in a row, and rows; the library sets it
layout(std430, binding = 0) writeonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Direct { vec4 direct[]; };
layout(std430, binding = 2) writeonly buffer Weight { vec4 weight[]; };

void main() {
    int e = element();
    if (e >= element_count) return;
    ivec2 ray = ivec2(e % output_shape.x, e / output_shape.x);
    int part = (ray.x % 2) + 2 * (ray.y % 2);
    vec2 at = (vec2(ray) + 0.5) / vec2(output_shape.xy);
    vec4 point, straight_light, part_seen;
    look(at, part, uint(e), point, straight_light, part_seen);
    points[e] = point;
    direct[e] = straight_light;
    weight[e] = part_seen;
}
