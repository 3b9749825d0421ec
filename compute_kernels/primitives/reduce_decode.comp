#version 430 core
// reduce_decode: the float that the cell of an atomic reduction stands for.
#include "stream.glsl"
#include "reduce.glsl"
#include "reduce_atomic.glsl"

layout(local_size_x = 8) in;

layout(std430, binding = 0) readonly  buffer Cell   { uint cell[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    if (element() == 0) result[0] = decode(cell[0]);
}
