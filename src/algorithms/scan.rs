//! Placeholder for scan.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "scan", summary: "prefix sums, inclusive and exclusive", size: 1 << 20, rungs: &[] };
