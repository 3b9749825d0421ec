// fluid_pressure.glsl: a block of two by two cells and the four around it, for the pressure, in both eras.
// The kernel defines before it
//     vec4 pressure_at(ivec2 block)      the pressures of a block of the grid

uniform ivec4 pressure_shape;        // blocks along and down; the library sets it

/// The pressures of any block: outside the grid they are zero.
vec4 at(ivec2 block) {
    bool inside = block.x >= 0 && block.y >= 0 && block.x < pressure_shape.x && block.y < pressure_shape.y;
    return inside ? pressure_at(block) : vec4(0.0);
}

/// What the cells of a block have on all sides, as far as their faces are open.
vec4 pressures_around(ivec2 block, vec4 now, uvec4 walls) {
    vec4 left = at(block - ivec2(1, 0)), right = at(block + ivec2(1, 0));
    vec4 above = at(block - ivec2(0, 1)), below = at(block + ivec2(0, 1));
    return around(walls, now, left, right, above, below);
}

/// A sweep of Jacobi's iteration: `weight` is how far a cell goes towards what its neighbours ask of it.
///
/// Through an open face flows the difference of two pressures; over all of a cell's faces these must make up
/// for its divergence.
vec4 swept(ivec2 block, uvec4 walls, vec4 divergence, float weight) {
    vec4 now = at(block), open = open_faces(walls);
    vec4 asked = (pressures_around(block, now, walls) - divergence) / max(open, 0.0078125);
    return mix(vec4(0.0), mix(now, asked, weight), greaterThan(open, vec4(0.0)));
}

/// What the pressure leaves of a block's divergence, added up.
float left_over(ivec2 block, uvec4 walls, vec4 divergence) {
    vec4 now = at(block);
    vec4 rest = divergence - (pressures_around(block, now, walls) - open_faces(walls) * now);
    return rest.x + rest.y + (rest.z + rest.w);
}
