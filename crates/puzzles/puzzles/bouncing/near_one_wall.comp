#version 430 core
// bouncing: one step of a particle between two walls.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int position_count;
layout(std430, binding = 0) buffer Position { float position[]; };
layout(std430, binding = 1) buffer Velocity { float velocity[]; };

void main() {
    int i = element();
    if (i >= position_count) return;
    float p = position[i] + velocity[i];
    if (p > 1.0) {
        p = 2.0 - p;
        velocity[i] = -velocity[i];
    }
    if (p < 0.0) p = -p;
    position[i] = p;
}
