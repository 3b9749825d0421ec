//! Placeholder for life.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "life", summary: "Conway's Game of Life on a torus", size: 1 << 20, rungs: &[] };
