#version 430 core
// invert_packed: four pixels of the negative.
//
// 255 - x is x with every bit turned over, so no byte need leave its word: one exclusive or does twelve of
// them.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { uvec4 source[]; };   // a pixel per lane, red lowest
layout(std430, binding = 1) writeonly buffer Result { uvec4 result[]; };

const uint LIGHT = 0x00ffffffu;                       // red, green and blue, without alpha

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts fours
    result[i] = source[i] ^ LIGHT;
}
