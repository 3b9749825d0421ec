#version 330 core
// boids_draw: one pixel of a bird: dark against the sky, warm where the sun is on its wing, paler the further
// off it is.
#include "boids_sky.glsl"

uniform vec2 size;                   // of the picture, in pixels

in float light;
in float haze;

layout(location = 0) out vec4 picture;

void main() {
    vec3 shade = vec3(0.07, 0.08, 0.15), sun = vec3(1.0, 0.86, 0.66);
    picture = vec4(mix(mix(shade, sun, light * light), sky(gl_FragCoord.xy / size), haze), 1.0);
}
