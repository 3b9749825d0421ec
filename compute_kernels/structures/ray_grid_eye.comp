#version 430 core
// ray_grid_eye: the first ray of one pixel, and its place in the queue of all rays.
#include "stream.glsl"
#include "ray_grid.glsl"

layout(local_size_x = 256) in;

uniform int width;                   // pixels in a row
uniform vec3 eye;
uniform vec3 corner;                 // the way from the eye to the first pixel,
uniform vec3 right;                  // from a pixel to the next,
uniform vec3 down;                   // and to the one below it

layout(std430, binding = 0) writeonly buffer Rays  { Ray rays[]; };
layout(std430, binding = 1) writeonly buffer Queue { uint queue[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    rays[i] = eye_ray(eye, corner + float(i % width) * right + float(i / width) * down);
    queue[i] = uint(i);
}
