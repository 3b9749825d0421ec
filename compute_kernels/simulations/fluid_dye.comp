#version 430 core
// fluid_dye: the dye in one cell a step later: carried along, faded a little, and renewed by the jets.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 dye_shape;                              // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };
layout(std430, binding = 1) readonly  buffer Dye      { vec4 dye[]; };
layout(std430, binding = 2) writeonly buffer Result   { vec4 result[]; };

int index_of(ivec2 cell) { return cell.y * dye_shape.x + cell.x; }

vec2 velocity_at(ivec2 cell) { return velocity[index_of(cell)]; }
vec4 dye_at(ivec2 cell) { return dye[index_of(clamp(cell, ivec2(0), dye_shape.xy - 1))]; }
#include "fluid_dye.glsl"

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= dye_shape.x || cell.y >= dye_shape.y) return;
    result[index_of(cell)] = dye_in(cell);
}
