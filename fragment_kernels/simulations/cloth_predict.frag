#version 330 core
// cloth_predict: where a particle would be after a step if it were alone.
#include "stream.glsl"

uniform vec3 gravity;
uniform float interval;
uniform sampler2D position;
uniform sampler2D velocity;

layout(location = 0) out vec4 predicted;

void main() {
    vec4 at = here(position);
    vec3 speed = here(velocity).xyz + gravity * interval;
    predicted = at.w == 0.0 ? at : vec4(at.xyz + speed * interval, at.w);
}
