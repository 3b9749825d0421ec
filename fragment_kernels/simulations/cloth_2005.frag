#version 110
// cloth_2005: one particle after its only constraint of a batch.
//
// As it was written for a Radeon 9700: a particle gathers its partner, and keeps its own half of the pull. Whether
// it is the first or the second end says the parity of its place along the span, by `fract`; and a partner
// beyond the cloth is read and not used.
#include "rectangles_2005.glsl"

uniform vec2 span;             // columns and rows from the first particle of a constraint to the second
uniform vec2 along;            // in the direction of the span, one over its length; or else 0
uniform float half_colour;     // 0 or 1/2: which of the constraints with that span
uniform float rest;
uniform float softness;
uniform vec2 particles_size;   // texels across and up; the library sets it
uniform vec2 particles_texel;  // a texel in texture coordinates; the library sets it
uniform sampler2D particles;

void main() {
    vec2 at = gl_FragCoord.xy;
    bool starts = fract(0.5 * floor(dot(at, along))) == half_colour;
    vec2 there = starts ? at + span : at - span;
    bool inside = all(greaterThan(there, vec2(0.0))) && all(lessThan(there, particles_size));
    vec4 one = texture2D(particles, at * particles_texel), other = texture2D(particles, there * particles_texel);
    vec3 way = one.xyz - other.xyz;
    float far = max(sqrt(dot(way, way)), 1e-9);       // never divided by 0: no way, no pull
    float give = max(one.w + (other.w + softness), 1e-9);
    vec3 pull = way * (((rest - far) / far) * (one.w / give));
    gl_FragColor = inside ? vec4(one.xyz + pull, one.w) : one;
}
