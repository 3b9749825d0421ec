// fluid_prolong.glsl: what a coarser grid adds to the pressures of one block, which is a cell there, in both
// eras. The kernel defines before it
//     float at(ivec2 cell)               the pressure of a cell of the coarser grid

/// A quarter from the cell beside, a quarter from the cell above or below, half from the cell itself: exact
/// where the pressure is a plane. A cell behind a wall counts as the cell itself.
vec4 prolonged(ivec2 cell, uint walls) {
    vec2 sides = vec2(openness(walls, LEFT), openness(walls, RIGHT));
    vec2 ends = vec2(openness(walls, ABOVE), openness(walls, BELOW));
    float middle = at(cell);
    float left = sides.x > 0.0 ? at(cell - ivec2(1, 0)) : middle;
    float right = sides.y > 0.0 ? at(cell + ivec2(1, 0)) : middle;
    float above = ends.x > 0.0 ? at(cell - ivec2(0, 1)) : middle;
    float below = ends.y > 0.0 ? at(cell + ivec2(0, 1)) : middle;
    return 0.5 * middle + 0.25 * (vec4(left, right, left, right) + vec4(above, above, below, below));
}
