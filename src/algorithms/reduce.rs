//! Placeholder for reduce.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "reduce", summary: "the minimum, maximum or sum of all elements", size: 1 << 20, rungs: &[] };
