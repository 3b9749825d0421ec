#version 330 core
// boids_sky: one pixel of the sky that the flock is drawn before.
#include "stream.glsl"
#include "boids_sky.glsl"

uniform vec2 size;                   // of the picture, in pixels

layout(location = 0) out vec4 picture;

void main() {
    picture = vec4(sky((vec2(here()) + 0.5) / size), 1.0);
}
