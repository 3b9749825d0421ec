#version 430 core
// fluid_volume_project: one cell of a volume without what the pressure takes from its three velocities.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform ivec4 output_shape;                           // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Now        { vec4 now[]; };
layout(std430, binding = 1) readonly  buffer Pressure   { float pressure[]; };
layout(std430, binding = 2) writeonly buffer Result     { vec4 result[]; };

vec4 now_at(ivec3 cell) { return now[index_3d(cell, output_shape.xyz)]; }
float pressure_at(ivec3 cell) { return pressure[index_3d(cell, output_shape.xyz)]; }

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, output_shape.xyz))) return;
    ivec3 before = max(cell - 1, ivec3(0));
    vec3 behind = vec3(pressure_at(ivec3(before.x, cell.yz)), pressure_at(ivec3(cell.x, before.y, cell.z)),
                       pressure_at(ivec3(cell.xy, before.z)));
    result[index_3d(cell, output_shape.xyz)] = now_at(cell) - vec4(pressure_at(cell) - behind, 0.0);
}
