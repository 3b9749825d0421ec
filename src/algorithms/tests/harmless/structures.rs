//! Mutants that compute the same: the file, a piece of the line as it is then, and why.

pub(super) const LIST: &[super::Harmless] = &[
    (
        "volume_columns.comp",
        "int end = (source_shape.z);",
        "a column goes on to the top, and writes what those above it write",
    ),
    ("level_set_needs.comp", "if (lane <= 8", "there is no bit 8"),
    ("hash_grid_near.glsl", "row <= 9", "a row of cells two off, where no point is near"),
    ("hash_grid_starts.comp", "if (i > element_count) return;", "buckets are whole groups"),
    ("photon_map_count.comp", "place.w <= 7.0", "an entry on the mirror is in a cell, and on no point's wall"),
    ("photon_map_link.comp", "place.w <= 7.0", "an entry on the mirror is in a cell, and on no point's wall"),
];
