#version 430 core
// grayscale_packed: the luma of four pixels, in integers.
//
// The weights are whole 65536ths that add up to one: white stays white. Adding a half before the shift rounds to the nearest byte.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { uvec4 source[]; };   // a pixel each, red in the lowest byte
layout(std430, binding = 1) writeonly buffer Result { uvec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts fours
    uvec4 pixel = source[i];
    uvec4 red = pixel & 255u;
    uvec4 green = (pixel >> 8u) & 255u;
    uvec4 blue = (pixel >> 16u) & 255u;
    uvec4 luma = (13933u * red + 46871u * green + 4732u * blue + 32768u) >> 16u;
    result[i] = (pixel & 0xff000000u) | (luma * 0x010101u);   // the same byte three times
}
