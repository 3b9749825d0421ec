#version 430 core
// between_frames: how much each cell of a moving volume changed since the frame before; w is time.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
uniform ivec4 source_shape;

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec4 cell = position_4d(i, source_shape);
    ivec4 before = ivec4(cell.xyz, max(cell.w - 1, 0));
    result[i] = source[i] - source[index_4d(before, source_shape)];
}
