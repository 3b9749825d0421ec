// fluid_volume_cells.glsl: the cells of a volume of smoke, in both eras. The kernel defines before it
//     vec4 now_at(ivec3 cell)            velocities across the left, the upper and the front face; smoke
// of a cell of the volume.

uniform ivec4 output_shape;          // columns, rows and slices; the library sets it

/// The same of any cell; behind the last cells' faces nothing flows.
vec4 at(ivec3 cell) {
    ivec3 last = output_shape.xyz - 1;
    vec4 inside = now_at(clamp(cell, ivec3(0), last));
    return mix(inside, vec4(0.0), bvec4(greaterThan(cell, last), false));
}

/// What flows out of a cell, less what flows in.
float divergence_of(ivec3 cell) {
    vec3 next = vec3(at(cell + ivec3(1, 0, 0)).x, at(cell + ivec3(0, 1, 0)).y, at(cell + ivec3(0, 0, 1)).z);
    return dot(next - at(cell).xyz, vec3(1.0));
}
