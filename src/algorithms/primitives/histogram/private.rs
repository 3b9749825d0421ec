//! The compute era on the lanes of a CPU: a histogram per lane.

use super::{check_shared_cells, count_into_bins};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const PRIVATE: KernelSource = compute_kernel!("primitives/histogram_private");

/// Lanes of a group of histogram_private.comp.
const LANES: usize = 8;

/// Approximate number of fours per lane: enough that clearing and adding up its histogram hardly counts.
const SHARE: usize = 1024;

/// Least number of groups: one for each of a few cores.
const GROUPS: usize = 4;

/// Cells of shared memory per group.
pub(super) fn shared_cells(bins: usize) -> usize {
    LANES * bins
}

/// Largest number of turns of a lane's loops, with the turn that ends each: twice over its cells, over its share of
/// fours (and the lanes of each), over the rest, and over its part of the sums (and the lanes of each).
pub(super) fn turns_of(bins: usize) -> usize {
    2 * (bins + 2) + (6 * (SHARE + 4) + 1) + 4 + (bins.div_ceil(LANES) * (LANES + 2) + 1)
}

/// One histogram per lane, in an array of its own, added to the group's at the end.
///
/// # Errors
/// As [`super::histogram`]; shared memory has room for 1,024 bins for each lane at least.
pub fn compute_private(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    check_shared_cells(&device, bins, shared_cells(bins))?;
    // ANCHOR: private
    let fours = source.len().div_ceil(4);
    let lanes = fours.div_ceil(SHARE * LANES).max(GROUPS) * LANES;
    // Whole 64-byte lines, and an odd number of them: shares a power of two apart would all map to the same lines of a
    // cache.
    let share = 4 * (fours.div_ceil(lanes).div_ceil(4) | 1);
    count_into_bins(&device, bins, |counts| {
        device
            .kernel(&PRIVATE.define("BINS", bins))?
            .call()
            .uniform("share", share as i32)
            .gather("source", source)
            .update("counts", counts)
            .elements(fours.div_ceil(share))
            .run()
    })
    // ANCHOR_END: private
}
