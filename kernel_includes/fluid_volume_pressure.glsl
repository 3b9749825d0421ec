// fluid_volume_pressure.glsl: a sweep of Jacobi's iteration for the pressure of one cell, in both eras. The
// kernel defines before it
//     float pressure_at(ivec3 cell)
//     float divergence_at(ivec3 cell)

uniform float weight;                // how far a cell goes towards what its neighbours ask of it
uniform ivec4 output_shape;          // columns, rows and slices; the library sets it

float swept(ivec3 cell) {
    ivec3 before = max(cell - 1, ivec3(0)), next = min(cell + 1, output_shape.xyz - 1);
    float middle = pressure_at(cell);
    float sum = pressure_at(ivec3(before.x, cell.yz)) + pressure_at(ivec3(next.x, cell.yz));
    sum += pressure_at(ivec3(cell.x, before.y, cell.z)) + pressure_at(ivec3(cell.x, next.y, cell.z));
    sum += pressure_at(ivec3(cell.xy, before.z)) + pressure_at(ivec3(cell.xy, next.z));
    ivec3 faces = next - before;             // open: a wall has no neighbour behind it, and the cell stood in for it
    float open = float(faces.x + faces.y + faces.z);
    float asked = (sum - (6.0 - open) * middle - divergence_at(cell)) / max(open, 1.0);
    return mix(middle, asked, weight);
}
