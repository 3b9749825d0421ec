#version 430 core
// cloth_finish: a particle stops at what it met, and its velocity is the way that it went.
#include "stream.glsl"
#include "cloth.glsl"

layout(local_size_x = 64) in;

uniform float interval;
uniform vec4 ball;                   // its centre, and its radius
uniform float ground;                // its height
uniform float friction;

layout(std430, binding = 0) readonly  buffer Position    { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Predicted   { vec4 predicted[]; };
layout(std430, binding = 2) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 3) writeonly buffer Velocity    { vec4 velocity[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 from = position[i];
    vec4 to = predicted[i];
    if (to.w != 0.0) to.xyz = stopped(to.xyz, from.xyz, ball, ground, friction);
    new_position[i] = to;
    velocity[i] = vec4((to.xyz - from.xyz) / interval, 0.0);
}
