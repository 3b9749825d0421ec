#version 430 core
// dispatch_indirect_steps: the steps of one path.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Paths  { uvec2 paths[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = paths[i].y;
}
