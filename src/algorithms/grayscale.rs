//! Placeholder for grayscale.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "grayscale", summary: "the luminance of a photograph", size: 1 << 20, rungs: &[] };
