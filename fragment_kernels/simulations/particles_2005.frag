#version 110
// particles_2005: one particle a tick later: it falls, moves, or starts anew.
//
// As it was written for a Radeon 9700: position and velocity are two targets of one format, written at once.
// Without integers there is no hashing: random starts lie in a table (Kolb, Latta and Rezk-Salama 2004),
// which is laid over all particles again and again, and lies elsewhere at each tick. Both outcomes are
// computed, and one is chosen.
#include "rectangles_2005.glsl"

uniform float interval;      // seconds of a tick
uniform vec3 fall;           // gravity * interval
uniform vec3 source;         // where particles start
uniform vec2 shift;          // where the table lies at this tick, in its own coordinates
uniform vec2 output_size;    // texels across and up; the library sets it
uniform vec2 starts_size;    // its texels across and up; the library sets it
uniform vec2 starts_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D starts;    // a velocity, and a life in ticks
uniform sampler2D position;  // the fourth channel is the ticks left
uniform sampler2D velocity;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 start = texture2D(starts, WRAPPED((TEXELS(here, output_size) * starts_texel) + shift, starts_size));
    vec4 place = texture2D(position, here), speed = texture2D(velocity, here);
    speed.xyz += fall;
    place += vec4(speed.xyz * interval, -1.0);
    bool over = place.w <= 0.0;
    gl_FragData[0] = over ? vec4(source, start.w) : place;
    gl_FragData[1] = over ? vec4(start.xyz, speed.w) : speed;
}
