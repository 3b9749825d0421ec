#version 430 core
// saxpy_packed: alpha * x + y, four elements of the result.
//
// The same buffers as saxpy.comp, read and written sixteen bytes at a time.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform float alpha;
layout(std430, binding = 0) readonly  buffer X      { vec4 x[]; };
layout(std430, binding = 1) readonly  buffer Y      { vec4 y[]; };
layout(std430, binding = 2) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts fours
    result[i] = alpha * x[i] + y[i];
}
