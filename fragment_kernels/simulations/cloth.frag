#version 330 core
// cloth: the constraints of one colour, as a particle sees them: it gathers the other end of the only one
// that it has.
#include "stream.glsl"
#include "cloth.glsl"

uniform ivec4 output_shape;          // columns and rows of particles; the library sets it
uniform ivec2 span;                  // from the first particle of a constraint to the second
uniform int colour;                  // 0 or 1: which half of the constraints with that span
uniform float rest;
uniform float softness;
uniform sampler2D particles;

layout(location = 0) out vec4 result;

void main() {
    ivec2 at = here();
    vec4 one = fetch(particles, at);
    int place = span.x != 0 ? at.x / span.x : at.y / span.y;
    ivec2 other = (place & 1) == colour ? at + span : at - span;
    bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(other, output_shape.xy));
    result = inside ? one + vec4(pull(one, fetch(particles, other), rest, softness), 0.0) : one;
}
