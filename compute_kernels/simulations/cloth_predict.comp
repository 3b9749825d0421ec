#version 430 core
// cloth_predict: where a particle would be after a step if it were alone.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform vec3 gravity;
uniform float interval;

layout(std430, binding = 0) readonly  buffer Position  { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Velocity  { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer Predicted { vec4 predicted[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 at = position[i];
    vec3 speed = velocity[i].xyz + gravity * interval;
    predicted[i] = at.w == 0.0 ? at : vec4(at.xyz + speed * interval, at.w);
}
