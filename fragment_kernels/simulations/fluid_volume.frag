#version 330 core
// fluid_volume: one cell of a volume of smoke a step later: the velocities on three of its faces, and its
// smoke.
//
// Each of the four looks back along the flow to where it comes from, and takes what is there between eight
// cells. Smoke is warm and rises.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 now_shape;             // columns, rows and slices; the library sets it
uniform int now_columns;             // slices side by side
uniform sampler2D now;               // across the left, the upper and the front face; smoke

layout(location = 0) out vec4 result;

vec4 now_at(ivec3 cell) { return fetch(now, by_slice_texel(cell, now_shape.xy, now_columns)); }
#include "fluid_volume.glsl"

void main() {
    ivec3 cell = by_slice_position(here(), now_shape.xy, now_columns);
    result = vec4(0.0);
    if (cell.z >= now_shape.z) return;       // behind the last slice
    result = later_in(cell);
}
