#version 330 core
// fluid_volume_divergence: what flows out of one cell of a volume, less what flows in.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 now_shape;             // columns, rows and slices; the library sets it
uniform int now_columns;             // slices side by side
uniform sampler2D now;

layout(location = 0) out float result;

vec4 now_at(ivec3 cell) { return fetch(now, by_slice_texel(cell, now_shape.xy, now_columns)); }
#include "fluid_volume_cells.glsl"

void main() {
    ivec3 cell = by_slice_position(here(), now_shape.xy, now_columns);
    result = 0.0;
    if (cell.z >= now_shape.z) return;       // behind the last slice
    result = divergence_of(cell);
}
