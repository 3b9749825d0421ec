//! Mutants that compute the same: the file, a piece of the line as it is then, and why.

pub(super) const LIST: &[super::Harmless] = &[
    ("mandelbrot_refilled.comp", "round <= 8", "how many rounds lie between two looks"),
    ("mandelbrot_refilled.comp", "if (turn > turns) return;", "which lane draws, not what is drawn"),
    ("mandelbrot_refilled.comp", "if (false) return;", "which lane draws, not what is drawn"),
];
