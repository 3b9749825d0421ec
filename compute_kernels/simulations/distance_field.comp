#version 430 core
// distance_field: one jump: a cell asks itself and eight others, `jump` away, for the nearest seed that they
// know.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform ivec4 output_shape;          // the library sets it
uniform int jump;                    // cells

layout(std430, binding = 0) readonly  buffer Nearest { uint nearest[]; };
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

uint nearest_at(ivec2 cell) { return nearest[cell.y * output_shape.x + cell.x]; }
#include "distance_field_jump.glsl"

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= output_shape.x || at.y >= output_shape.y) return;
    result[at.y * output_shape.x + at.x] = jumped(at, output_shape.xy, jump);
}
