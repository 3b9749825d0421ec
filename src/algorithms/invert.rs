//! Placeholder for invert.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "invert", summary: "the negative of a photograph", size: 1 << 20, rungs: &[] };
