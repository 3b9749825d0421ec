#version 330 core
// fluid_volume_divergence: what flows out of one cell of a volume, less what flows in.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 output_shape;          // columns, rows and slices; the library sets it
uniform int output_columns;          // slices side by side
uniform sampler2D now;

layout(location = 0) out float result;

vec4 now_at(ivec3 cell) { return fetch(now, by_slice_texel(cell, output_shape.xy, output_columns)); }

vec4 at(ivec3 cell) {                // behind the last cells' faces nothing flows
    ivec3 last = output_shape.xyz - 1;
    vec4 inside = now_at(clamp(cell, ivec3(0), last));
    return mix(inside, vec4(0.0), bvec4(greaterThan(cell, last), false));
}

void main() {
    ivec3 cell = by_slice_position(here(), output_shape.xy, output_columns);
    result = 0.0;
    if (cell.z >= output_shape.z) return;    // behind the last slice
    vec4 here_now = at(cell);
    vec3 next = vec3(at(cell + ivec3(1, 0, 0)).x, at(cell + ivec3(0, 1, 0)).y, at(cell + ivec3(0, 0, 1)).z);
    result = dot(next - here_now.xyz, vec3(1.0));
}
