#version 430 core
// cloth: one constraint of one colour moves its two particles, in place: no other of that colour has either
// of them.
#include "stream.glsl"
#include "cloth.glsl"

layout(local_size_x = 64) in;

uniform ivec4 particles_shape;       // columns and rows of particles; the library sets it
uniform ivec2 span;                  // from the first particle of a constraint to the second
uniform int colour;                  // 0 or 1: which half of the constraints with that span
uniform ivec2 starts;                // columns and rows of particles where one of that colour may start
uniform float rest;
uniform float softness;

layout(std430, binding = 0) buffer Particles { vec4 particles[]; };

void main() {
    int i = element();                                  // those behind the last start below the cloth
    ivec2 at = ivec2(i % starts.x, i / starts.x);
    // Of every two runs as long as the span, the constraints of a colour start in one.
    if (span.x != 0) at.x += (at.x / span.x + colour) * span.x;
    else at.y += (at.y / span.y + colour) * span.y;
    ivec2 other = at + span;
    bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(max(at, other), particles_shape.xy));
    if (!inside) return;
    int first = at.y * particles_shape.x + at.x;
    int second = other.y * particles_shape.x + other.x;
    vec4 one = particles[first];
    vec4 two = particles[second];
    particles[first] = one + vec4(pull(one, two, rest, softness), 0.0);
    particles[second] = two + vec4(pull(two, one, rest, softness), 0.0);
}
