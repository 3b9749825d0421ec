#version 330 core
// heat: one step of heat spreading over a plate; each cell moves towards the mean of its four neighbours.
#include "stream.glsl"

uniform float rate;
uniform ivec4 output_shape;      // the library sets it
uniform sampler2D source;

layout(location = 0) out float result;

float at(ivec2 cell) { return fetch(source, clamp(cell, ivec2(0), output_shape.xy - 1)).r; }

void main() {
    ivec2 cell = here();
    float beside = at(cell - ivec2(1, 0)) + at(cell + ivec2(1, 0));
    float above = at(cell - ivec2(0, 1)) + at(cell + ivec2(0, 1));
    result = mix(at(cell), 0.25 * (beside + above), rate);
}
