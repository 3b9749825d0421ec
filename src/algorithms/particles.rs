//! Placeholder for particles.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "particles", summary: "a million particles under gravity", size: 1 << 20, rungs: &[] };
