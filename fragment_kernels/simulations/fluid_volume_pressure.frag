#version 330 core
// fluid_volume_pressure: one sweep of Jacobi's iteration for the pressure, one cell of a volume.
#include "stream.glsl"
#include "addressing.glsl"

uniform float weight;                // how far a cell goes towards what its neighbours ask of it
uniform ivec4 output_shape;          // columns, rows and slices; the library sets it
uniform int output_columns;          // slices side by side
uniform sampler2D pressure;
uniform sampler2D divergence;

layout(location = 0) out float result;

float pressure_at(ivec3 cell) { return fetch(pressure, by_slice_texel(cell, output_shape.xy, output_columns)).r; }
float divergence_at(ivec3 cell) { return fetch(divergence, by_slice_texel(cell, output_shape.xy, output_columns)).r; }

void main() {
    ivec3 cell = by_slice_position(here(), output_shape.xy, output_columns);
    result = 0.0;
    if (cell.z >= output_shape.z) return;    // behind the last slice
    ivec3 before = max(cell - 1, ivec3(0)), next = min(cell + 1, output_shape.xyz - 1);
    float middle = pressure_at(cell);
    float sum = pressure_at(ivec3(before.x, cell.yz)) + pressure_at(ivec3(next.x, cell.yz));
    sum += pressure_at(ivec3(cell.x, before.y, cell.z)) + pressure_at(ivec3(cell.x, next.y, cell.z));
    sum += pressure_at(ivec3(cell.xy, before.z)) + pressure_at(ivec3(cell.xy, next.z));
    ivec3 faces = next - before;             // open: a wall has no neighbour behind it, and the cell stood in for it
    float open = float(faces.x + faces.y + faces.z);
    float asked = (sum - (6.0 - open) * middle - divergence_at(cell)) / max(open, 1.0);
    result = mix(middle, asked, weight);
}
