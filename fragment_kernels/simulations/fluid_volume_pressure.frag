#version 330 core
// fluid_volume_pressure: one sweep of Jacobi's iteration for the pressure, one cell of a volume.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 pressure_shape;        // columns, rows and slices; the library sets it
uniform int pressure_columns;        // slices side by side
uniform sampler2D pressure;
uniform sampler2D divergence;

layout(location = 0) out float result;

ivec2 texel_of(ivec3 cell) { return by_slice_texel(cell, pressure_shape.xy, pressure_columns); }

float pressure_at(ivec3 cell) { return fetch(pressure, texel_of(cell)).r; }
float divergence_at(ivec3 cell) { return fetch(divergence, texel_of(cell)).r; }
#include "fluid_volume_pressure.glsl"

void main() {
    ivec3 cell = by_slice_position(here(), pressure_shape.xy, pressure_columns);
    result = 0.0;
    if (cell.z >= pressure_shape.z) return;  // behind the last slice
    result = swept(cell);
}
