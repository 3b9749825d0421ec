#version 330 core
// volume_sample_linear: the volume between its cells, at one point, by the sampler's own weights.
#include "stream.glsl"
#include "volume_linear.glsl"

uniform sampler2D points;

layout(location = 0) out float result;

void main() {
    result = linear(here(points).xyz);
}
