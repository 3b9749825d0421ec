#version 430 core
// fluid_volume_pressure: one sweep of Jacobi's iteration for the pressure, one cell of a volume.
//
// The same lines as fluid_volume_pressure.frag. In a buffer the slices follow each other.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform float weight;                                 // how far a cell goes towards what its neighbours ask of it
uniform ivec4 output_shape;                           // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Pressure   { float pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { float divergence[]; };
layout(std430, binding = 2) writeonly buffer Result     { float result[]; };

float pressure_at(ivec3 cell) { return pressure[index_3d(cell, output_shape.xyz)]; }
float divergence_at(ivec3 cell) { return divergence[index_3d(cell, output_shape.xyz)]; }

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, output_shape.xyz))) return;
    ivec3 before = max(cell - 1, ivec3(0)), next = min(cell + 1, output_shape.xyz - 1);
    float middle = pressure_at(cell);
    float sum = pressure_at(ivec3(before.x, cell.yz)) + pressure_at(ivec3(next.x, cell.yz));
    sum += pressure_at(ivec3(cell.x, before.y, cell.z)) + pressure_at(ivec3(cell.x, next.y, cell.z));
    sum += pressure_at(ivec3(cell.xy, before.z)) + pressure_at(ivec3(cell.xy, next.z));
    ivec3 faces = next - before;             // open: a wall has no neighbour behind it, and the cell stood in for it
    float open = float(faces.x + faces.y + faces.z);
    float asked = (sum - (6.0 - open) * middle - divergence_at(cell)) / max(open, 1.0);
    result[index_3d(cell, output_shape.xyz)] = mix(middle, asked, weight);
}
