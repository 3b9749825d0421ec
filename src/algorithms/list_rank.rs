//! Placeholder for list_rank.

use super::Algorithm;

pub(super) const ROW: Algorithm = Algorithm {
    name: "list_rank",
    summary: "each list node's distance to the end, by pointer jumping",
    size: 1 << 20,
    rungs: &[],
};
