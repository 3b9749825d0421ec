#version 330 core
// particles_draw: where one particle's point falls in the picture, and how it glows.
//
// What a fragment kernel wrote to a texture is fetched here; what a compute kernel wrote to a buffer is the
// vertex stream itself. Either way nothing returns to the host.
#ifdef BUFFER
in vec4 position;
vec4 place_of_particle() { return position; }
#else
#include "gather.glsl"
uniform sampler2D position;
vec4 place_of_particle() { return fetch(position, gl_VertexID); }
#endif

uniform vec2 centre;                 // of the picture, in metres
uniform vec2 reach;                  // from there to its edges
uniform float brightness;            // of one particle

flat out vec3 glow;

void main() {
    vec4 place = place_of_particle();
    float young = clamp(place.w / 96.0, 0.0, 1.0);
    glow = brightness * mix(vec3(1.0, 0.25, 0.05), vec3(0.25, 0.6, 1.0), young);       // blue at first, red at the end
    gl_Position = vec4((place.xy - centre) / reach, 0.0, 1.0);
    gl_PointSize = 1.0;
}
