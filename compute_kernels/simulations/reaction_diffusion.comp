#version 430 core
// reaction_diffusion: the two substances of one cell a step later: they spread to the four neighbours, and
// react.
//
// The five reads of reaction_diffusion.frag, from a buffer whose rows follow each other.
#include "stream.glsl"
#include "reaction_diffusion.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 output_shape;          // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { vec2 cells[]; };   // how much of U and of V
layout(std430, binding = 1) writeonly buffer Result { vec2 result[]; };

void main() {
    ivec2 size = output_shape.xy;
    int x = int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x >= size.x || y >= size.y) return;
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int here = y * size.x;
    int north = ((y > 0 ? y : size.y) - 1) * size.x, south = y + 1 < size.y ? here + size.x : 0;

    vec2 now = cells[here + x];
    vec2 around = cells[here + west] + cells[here + east] + cells[north + x] + cells[south + x];
    result[here + x] = later_than(now, around);
}
