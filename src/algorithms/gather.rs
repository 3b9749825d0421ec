//! Placeholder for gather.

use super::Algorithm;

pub(super) const ROW: Algorithm =
    Algorithm { name: "gather", summary: "elements read through a stream of pointers", size: 1 << 20, rungs: &[] };
