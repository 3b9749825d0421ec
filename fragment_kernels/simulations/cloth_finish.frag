#version 330 core
// cloth_finish: a particle stops at what it met, and its velocity is the way that it went.
#include "stream.glsl"
#include "cloth.glsl"

uniform float interval;
uniform vec4 ball;                   // its centre, and its radius
uniform float ground;                // its height
uniform float friction;
uniform sampler2D position;
uniform sampler2D predicted;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 velocity;

void main() {
    vec4 from = here(position);
    vec4 to = here(predicted);
    if (to.w != 0.0) to.xyz = stopped(to.xyz, from.xyz, ball, ground, friction);
    new_position = to;
    velocity = vec4((to.xyz - from.xyz) / interval, 0.0);
}
