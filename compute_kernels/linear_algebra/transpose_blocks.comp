#version 430 core
// transpose_blocks: a block of 16 x 16 elements per invocation.
// For the lanes of a CPU; its twin for a GPU is transpose_tile.comp.
//
// A line of a CPU's cache has 16 words, and all words of a line are used while it is there.
#include "stream.glsl"

layout(local_size_x = 8) in;

const int BLOCK = 16;                                 // the host counts with the same number

uniform ivec4 source_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts blocks
    ivec2 size = source_shape.xy, first = place(i, (size.x + BLOCK - 1) / BLOCK) * BLOCK;
    ivec2 end = min(first + BLOCK, size);
    for (int x = first.x; x < end.x; x++) {
        for (int y = first.y; y < end.y; y++) result[x * size.y + y] = source[y * size.x + x];
    }
}
