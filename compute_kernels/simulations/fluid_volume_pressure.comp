#version 430 core
// fluid_volume_pressure: one sweep of Jacobi's iteration for the pressure, one cell of a volume. In a buffer
// the slices follow each other.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform ivec4 pressure_shape;                         // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Pressure   { float pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { float divergence[]; };
layout(std430, binding = 2) writeonly buffer Result     { float result[]; };

float pressure_at(ivec3 cell) { return pressure[index_3d(cell, pressure_shape.xyz)]; }
float divergence_at(ivec3 cell) { return divergence[index_3d(cell, pressure_shape.xyz)]; }
#include "fluid_volume_pressure.glsl"

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, pressure_shape.xyz))) return;
    result[index_3d(cell, pressure_shape.xyz)] = swept(cell);
}
