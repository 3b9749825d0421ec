#version 430 core
// distance_field_start: a cell with a seed is nearest to itself; the others know of none.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Seeds   { uint seeds[]; };
layout(std430, binding = 1) writeonly buffer Nearest { uint nearest[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    nearest[i] = seeds[i] != 0u ? uint(i) : NOWHERE;
}
