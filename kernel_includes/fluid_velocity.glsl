// fluid_velocity.glsl: the velocities around a cell of a fluid, in both eras. The kernel defines before it
//     vec2 velocity_at(ivec2 cell)       across the left and the upper face of a cell of the grid

uniform ivec4 velocity_shape;        // columns and rows; the library sets it

/// The same of any cell. Along a wall the flow goes on behind it as before it; across, there is none.
vec2 at(ivec2 cell) {
    ivec2 last = velocity_shape.xy - 1;
    vec2 inside = velocity_at(clamp(cell, ivec2(0), last));
    return mix(inside, vec2(0.0), greaterThan(cell, last));
}

/// The velocity in the middle of a cell.
vec2 middle_of(ivec2 cell) { return 0.5 * (at(cell) + vec2(at(cell + ivec2(1, 0)).x, at(cell + ivec2(0, 1)).y)); }
