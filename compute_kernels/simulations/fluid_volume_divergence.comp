#version 430 core
// fluid_volume_divergence: what flows out of one cell of a volume, less what flows in. In a buffer the slices
// follow each other.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform ivec4 now_shape;                              // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Now        { vec4 now[]; };
layout(std430, binding = 1) writeonly buffer Result     { float result[]; };

vec4 now_at(ivec3 cell) { return now[index_3d(cell, now_shape.xyz)]; }
#include "fluid_volume_cells.glsl"

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, now_shape.xyz))) return;
    result[index_3d(cell, now_shape.xyz)] = divergence_of(cell);
}
