#version 430 core
// volume_sample_linear: the volume between its cells, at one point, by the sampler's own weights.
#include "stream.glsl"
#include "volume_linear.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i < element_count) result[i] = linear(points[i].xyz);
}
