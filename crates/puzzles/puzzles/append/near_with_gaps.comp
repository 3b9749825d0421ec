#version 430 core
// append: the numbers from 5 on, one behind the other.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Kept  { uint kept[]; };
layout(std430, binding = 2) buffer Count { uint count[]; };

void main() {
    int i = element();
    if (i >= source_count || source[i] < 5u) return;
    atomicAdd(count[0], 1u);
    kept[i] = source[i];
}
