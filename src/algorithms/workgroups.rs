//! Placeholder for workgroups.

use super::Algorithm;

pub(super) const ROW: Algorithm = Algorithm {
    name: "workgroups",
    summary: "the local and global ids of a dispatch, as a picture",
    size: 1 << 20,
    rungs: &[],
};
