#version 430 core
// transpose: one element of the transposed matrix: rows have become columns.
//
// Neighbouring invocations store neighbouring words, and load words that are a row apart.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform ivec4 source_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 here = place(i, source_shape.y);            // a row of the result is a column of the source
    result[i] = source[here.x * source_shape.x + here.y];
}
