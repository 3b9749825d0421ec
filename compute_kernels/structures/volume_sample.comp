#version 430 core
// volume_sample: the volume between its cells, at one point.
#define LAYOUT LINEAR
#include "volume.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 1) readonly  buffer Points { vec4 points[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = trilinear(points[i].xyz);
}
