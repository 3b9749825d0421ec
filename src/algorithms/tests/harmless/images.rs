//! Mutants that compute the same: the file, a piece of the line as it is then, and why.

pub(super) const LIST: &[super::Harmless] = &[
    ("summed_area.comp", "if (row > height) return;", "more groups than rows are only where they fill rows of groups"),
    ("summed_area.comp", "if (false) return;", "more groups than rows are only where they fill rows of groups"),
    ("summed_area.comp", "first <= width", "one round more, behind the row's end"),
    ("summed_area.comp", "stride <= lanes", "one round more, in which no lane is so far right"),
    ("convolve.comp", "if (line > lines) return;", "more groups than tiles are only where they fill rows of groups"),
    ("convolve.comp", "if (false) return;", "more groups than tiles are only where they fill rows of groups"),
];
