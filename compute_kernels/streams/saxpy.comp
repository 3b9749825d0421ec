#version 430 core
// saxpy: alpha * x + y, one element of the result.
//
// The same line as saxpy.frag; what the rasteriser skipped, a bounds guard skips here.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform float alpha;
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer Y      { float y[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = alpha * x[i] + y[i];
}
