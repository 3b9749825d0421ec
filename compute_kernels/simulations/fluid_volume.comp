#version 430 core
// fluid_volume: one cell of a volume of smoke a step later: the velocities on three of its faces, and its
// smoke.
//
// Each of the four looks back along the flow, as in fluid_volume.frag. In a buffer the slices follow each
// other.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform ivec4 now_shape;                              // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Now        { vec4 now[]; };   // across left, upper, front face; smoke
layout(std430, binding = 1) writeonly buffer Result     { vec4 result[]; };

vec4 now_at(ivec3 cell) { return now[index_3d(cell, now_shape.xyz)]; }
#include "fluid_volume.glsl"

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, now_shape.xyz))) return;
    result[index_3d(cell, now_shape.xyz)] = later_in(cell);
}
