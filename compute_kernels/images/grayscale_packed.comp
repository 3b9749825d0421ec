#version 430 core
// grayscale_packed: the luma of four pixels, in integers.
//
// The weights are whole parts of 2^24 that add up to one, so white stays white; the largest sum just fits a
// word. A half rounds to the nearest byte, and the 512 is more than all that the weights were rounded by: a
// tie goes up, as in the reference, on all 2^24 colours.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { uvec4 source[]; };   // a pixel per component, red lowest
layout(std430, binding = 1) writeonly buffer Result { uvec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts fours
    uvec4 pixel = source[i];
    uvec4 red = pixel & 255u;
    uvec4 green = (pixel >> 8u) & 255u;
    uvec4 blue = (pixel >> 16u) & 255u;
    uvec4 luma = (3566836u * red + 11999065u * green + 1211315u * blue + 8388608u + 512u) >> 24u;
    result[i] = (pixel & 0xff000000u) | (luma * 0x010101u);   // the same byte three times
}
