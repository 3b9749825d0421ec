//! Mutants that compute the same: the file, a piece of the line as it is then, and why.

pub(super) const LIST: &[super::Harmless] = &[
    ("distance_field_jump.glsl", "i <= 9", "one more cell is asked, and these floods have no error that it could mend"),
    ("distance_field_columns.comp", "<= squared(above", "of two seeds as near either may be named"),
    ("boids_grid.glsl", "row <= 9", "a row of cells two off, where no bird is in sight"),
    ("boids_shared.comp", "start <= element_count", "one tile more, in which there is no bird"),
    ("nbody.comp", "other + 4 - 1 <= last", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_images.comp", "if (other <= last)", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_images.comp", "if (true) {", "one body more, in the room behind the last, which weighs nothing"),
    ("nbody_shared.comp", "start <= last", "one tile more, in which nothing has a mass"),
    ("nbody_registers.comp", "start <= last", "one tile more, in which nothing has a mass"),
    ("reaction_diffusion_tiled.comp", "i <= TILE", "one cell more, a corner of the rim that nobody reads"),
    (
        "reaction_diffusion_tiled.comp",
        "(cell.y) < rim",
        "the rim's columns are wrong sooner, and still not near the tile",
    ),
    (
        "reaction_diffusion_tiled.comp",
        "(cell.y) >= RIMMED",
        "the rim's columns are wrong sooner, and still not near the tile",
    ),
    ("fluid_dye.glsl", "place = (vec2(cell) - interval", "a place outside the grid has what is at its edge"),
    ("fluid_volume.glsl", "between((vec3(cell) - interval", "a place outside the volume has what is at its edge"),
    ("fluid_pressure.glsl", "/ (open);", "a cell without an open face takes no quotient"),
];
