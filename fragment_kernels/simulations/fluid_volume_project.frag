#version 330 core
// fluid_volume_project: one cell of a volume without what the pressure takes from its three velocities.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 output_shape;          // columns, rows and slices; the library sets it
uniform int output_columns;          // slices side by side
uniform sampler2D now;
uniform sampler2D pressure;

layout(location = 0) out vec4 result;

vec4 now_at(ivec3 cell) { return fetch(now, by_slice_texel(cell, output_shape.xy, output_columns)); }
float pressure_at(ivec3 cell) { return fetch(pressure, by_slice_texel(cell, output_shape.xy, output_columns)).r; }

void main() {
    ivec3 cell = by_slice_position(here(), output_shape.xy, output_columns);
    result = vec4(0.0);
    if (cell.z >= output_shape.z) return;    // behind the last slice
    ivec3 before = max(cell - 1, ivec3(0));
    vec3 behind = vec3(pressure_at(ivec3(before.x, cell.yz)), pressure_at(ivec3(cell.x, before.y, cell.z)),
                       pressure_at(ivec3(cell.xy, before.z)));
    result = now_at(cell) - vec4(pressure_at(cell) - behind, 0.0);
}
