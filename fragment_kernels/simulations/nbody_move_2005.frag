#version 110
// nbody_move_2005: one body kicked by its acceleration, then drifting: a step of the leapfrog.
//
// Two of the four textures that a GeForce 6800 writes at once.
#include "rectangles_2005.glsl"

uniform float kick;                  // seconds
uniform float drift;                 // seconds
uniform sampler2D position;          // and in the fourth channel the mass
uniform sampler2D velocity;
uniform sampler2D acceleration;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 place = texture2D(position, here), speed = texture2D(velocity, here);
    speed.xyz += texture2D(acceleration, here).xyz * kick;
    place.xyz += speed.xyz * drift;
    gl_FragData[0] = place;
    gl_FragData[1] = speed;
}
