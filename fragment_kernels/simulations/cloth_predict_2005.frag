#version 110
// cloth_predict_2005: where a particle would be after a step if it were alone.
//
// Verlet's rule, as Jakobsen brought it to games (2001): the way that a particle went in the step before is its
// velocity, so that a state is two streams of places, and a pass has one target.
#include "rectangles_2005.glsl"

uniform vec3 fall;           // gravity * interval * interval
uniform sampler2D position;  // in the fourth channel the inverse of the mass, 0 for one that nothing moves
uniform sampler2D before;    // a step ago

void main() {
    vec4 place = texture2D(position, gl_TexCoord[0].xy);
    vec3 way = (place.xyz - texture2D(before, gl_TexCoord[0].xy).xyz) + fall;
    gl_FragColor = place.w == 0.0 ? place : vec4(place.xyz + way, place.w);
}
