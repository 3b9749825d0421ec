#version 430 core
// reduce_atomic: one element of the source combined into the one cell, atomically.
//
// Every invocation queues for the same cell: the shortest text, and hardly anything is left in parallel.
#include "stream.glsl"
#include "reduce.glsl"
#include "reduce_atomic.glsl"

layout(local_size_x = 256) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) buffer Cell { uint cell[]; };  // the host has put the identity's code there

void main() {
    int i = element();
    if (i < source_count) atomic_combine(cell[0], source[i]);
}
