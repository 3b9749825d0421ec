#version 430 core
// boids_wings: one corner of a bird, for the rasteriser, which takes the buffer as its vertex stream.
#include "stream.glsl"
#include "boids_wings.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Velocity { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer Result   { vec4 result[]; };     // metres, and the light on the wing

void main() {
    int i = element();
    if (i >= element_count) return;
    int bird = i / CORNERS;
    result[i] = corner_of(position[bird], velocity[bird].xyz, i % CORNERS);
}
