#version 330 core
// volume_sample: the volume between its cells, at one point.
#include "volume.glsl"

uniform sampler2D points;

layout(location = 0) out float result;

void main() {
    result = trilinear(here(points).xyz);
}
