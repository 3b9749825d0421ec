#version 430 core
// fluid_prolong: what the next grid found, added to one block, which is a cell there.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 coarse_shape;                           // blocks along and down; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Pressure    { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Coarse      { vec4 coarse[]; };
layout(std430, binding = 2) readonly  buffer CoarseFaces { uvec4 coarse_faces[]; };
layout(std430, binding = 3) writeonly buffer Result      { vec4 result[]; };

int block_of(ivec2 cell) { return (cell.y / 2) * coarse_shape.x + (cell.x / 2); }

float at(ivec2 cell) { return channel(coarse[block_of(cell)], cell); }
#include "fluid_prolong.glsl"

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= result_shape.x || cell.y >= result_shape.y) return;
    int i = cell.y * result_shape.x + cell.x;
    result[i] = pressure[i] + prolonged(cell, channel(coarse_faces[block_of(cell)], cell));
}
