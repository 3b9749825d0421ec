//! Placeholder for transform.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "transform", summary: "every vertex of a mesh by a 4x4 matrix", size: 1 << 20, rungs: &[] };
