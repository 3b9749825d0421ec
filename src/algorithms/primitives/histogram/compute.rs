//! The compute era: one histogram for all, one or several a group, one a lane.

use super::{HISTOGRAM, with_bins};
use crate::algorithms::is_cpu;
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel};

const SHARED: KernelSource = compute_kernel!("primitives/histogram_shared");
const PRIVATE: KernelSource = compute_kernel!("primitives/histogram_private");

/// Lanes of a group of histogram_shared.comp, and elements of its tile.
const GROUP: usize = 256;
const TILE: usize = GROUP * 64;

/// Lanes of a group of histogram_private.comp.
const LANES: usize = 8;

/// Fours of a lane of histogram_private.comp, about: enough that clearing and adding up its histogram hardly counts.
const SHARE: usize = 1024;

/// Groups of histogram_private.comp, at least: one for each of a few cores.
const GROUPS: usize = 4;

/// Copies of [`compute_copies`], at most.
const COPIES: usize = 8;

/// The fastest for this machine: [`compute_private`] where the driver is a CPU (llvmpipe, softpipe), [`compute_copies`] on a GPU,
/// [`compute_global`] where their bins are too many for shared memory.
///
/// # Errors
/// As [`super::histogram`].
pub fn compute(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let cells = device.limits().shared_bytes / 4;
    if is_cpu(device) && LANES * (bins + 1) <= cells {
        compute_private(device, source, bins)
    } else if bins <= cells {
        compute_copies(device, source, bins)
    } else {
        compute_global(device, source, bins)
    }
}

/// Every element counted in the one histogram, atomically.
///
/// # Errors
/// As [`super::histogram`].
pub fn compute_global(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&with_bins(&HISTOGRAM))?;
    run(&device, bins, |counts| {
        kernel
            .call()
            .gather("source", source)
            .update("counts", counts)
            .elements(source.len())
            .run()
    })
}

/// One histogram a work group, in shared memory.
///
/// Sources: Podlozhnyuk 2007.
///
/// # Errors
/// As [`super::histogram`]; shared memory holds 8,192 bins at least.
pub fn compute_shared(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    shared(device, source, bins, 1)
}

/// Several histograms a work group, as shared memory allows, up to eight.
///
/// # Errors
/// As [`compute_shared`].
pub fn compute_copies(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let cells = device.limits().shared_bytes / 4;
    shared(device, source, bins, (cells / bins.max(1)).clamp(1, COPIES))
}

fn shared(device: &Device, source: &Stream<f32>, bins: usize, copies: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    check(&device, bins, copies * bins)?;
    // ANCHOR: shared
    let kernel = with_bins(&SHARED).define("BINS", bins).define("COPIES", copies);
    run(&device, bins, |counts| {
        let kernel = device.kernel(&kernel)?;
        let call = kernel.call().gather("source", source).update("counts", counts);
        call.elements(source.len().div_ceil(TILE) * GROUP).run()
    })
    // ANCHOR_END: shared
}

/// One histogram a lane, in shared memory but shared with nobody.
///
/// # Errors
/// As [`super::histogram`]; shared memory holds 1,023 bins for each lane at least.
pub fn compute_private(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    check(&device, bins, LANES * (bins + 1))?;
    // ANCHOR: private
    let kernel = with_bins(&PRIVATE).define("BINS", bins);
    let fours = source.len().div_ceil(4);
    let lanes = fours.div_ceil(SHARE * LANES).max(GROUPS) * LANES;
    // Whole 64-byte lines, and an odd number of them: shares a power of two apart would all want the same lines of a cache.
    let share = 4 * (fours.div_ceil(lanes).div_ceil(4) | 1);
    run(&device, bins, |counts| {
        let kernel = device.kernel(&kernel)?;
        let call = kernel
            .call()
            .uniform("share", share as i32)
            .gather("source", source)
            .update("counts", counts);
        call.elements(fours.div_ceil(share)).run()
    })
    // ANCHOR_END: private
}

/// Whether shared memory has so many cells.
fn check(device: &Device, bins: usize, cells: usize) -> Result<()> {
    let limit = device.limits().shared_bytes / 4;
    if cells <= limit {
        return Ok(());
    }
    let thing = format!("cells of shared memory for {bins} bins");
    Err(Error::limit(thing, cells as u128, limit as u128, "take compute, which finds room for any number of bins"))
}

/// Counts into bins that are zero; nothing where there is none.
fn run(device: &Device, bins: usize, count: impl FnOnce(&mut Stream<u32>) -> Result<()>) -> Result<Stream<u32>> {
    let mut counts = device.empty(bins)?;
    if bins > 0 {
        count(&mut counts)?;
    }
    Ok(counts)
}
