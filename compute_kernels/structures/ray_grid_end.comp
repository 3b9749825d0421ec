#version 430 core
// ray_grid_end: what one pixel has got from all of its rays.
#include "stream.glsl"
#include "ray_grid.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Rays  { Ray rays[]; };
layout(std430, binding = 1) writeonly buffer Light { vec4 light[]; };
layout(std430, binding = 2) writeonly buffer Seen  { uint seen[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    light[i] = vec4(rays[i].light, rays[i].depth);
    seen[i] = rays[i].seen;
}
