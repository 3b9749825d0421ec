#version 330 core
// nbody_draw: where the light of one body falls in the picture, and its colour.
//
// It fetches the body that a fragment kernel wrote; or, with BODIES_IN_STREAMS, has it from the buffers of a
// compute kernel.
#include "gather.glsl"

uniform vec2 reach;                  // from the middle of the picture to its right and lower edges
uniform vec2 tilt;                   // cosine and sine of how far the eye is above the plane

#ifdef BODIES_IN_STREAMS
in vec4 position;
in vec4 velocity;
#else
uniform sampler2D position;
uniform sampler2D velocity;
#endif

flat out vec4 colour;

void main() {
#ifdef BODIES_IN_STREAMS
    vec4 place = position, speed = velocity;
#else
    vec4 place = fetch(position, gl_VertexID), speed = fetch(velocity, gl_VertexID);
#endif
    vec3 tint = mix(vec3(1.0, 0.48, 0.16), vec3(0.2, 0.48, 1.0), speed.w);    // which galaxy it is of
    colour = vec4(mix(tint, vec3(1.0, 0.9, 0.8), clamp(length(speed.xyz) - 1.2, 0.0, 0.5)), 1.0);
    vec2 seen = vec2(place.x, place.y * tilt.y + place.z * tilt.x);
    gl_Position = vec4(seen / reach, 0.0, 1.0);
    gl_PointSize = 1.0;
}
