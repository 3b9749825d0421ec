#version 330 core
// particles_draw: where one particle's point falls in the picture.
//
// The vertex kernel fetches the position that a fragment kernel wrote: no vertex stream, and nothing returns to the host.
#include "gather.glsl"

uniform sampler2D position;
uniform vec2 centre;                 // of the picture, in metres
uniform vec2 reach;                  // from there to its edges

void main() {
    vec2 place = fetch(position, gl_VertexID).xy;
    gl_Position = vec4((place - centre) / reach, 0.0, 1.0);
}
