//! Histogram: the number of elements in each of several bins of equal width between 0 and 1.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up; there are n elements and b bins. A value v of 0 to 1 counts in bin `v * bins`, rounded
//! down; 1 counts in the last. Any other value, and NaN, is not counted. A denormal of either sign counts as zero.
//! Counts are exact in every rung: [`fragment`] refuses more elements than a float can count, 2^24.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::histogram;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let source = [0.1, 0.9, 0.0, 0.3, 1.0];
//! let counts = histogram::reference(&source, 4);
//! let [old, new] = [fragment.stream(&source)?, compute.stream(&source)?];
//! for given in [
//!     histogram::fragment(&fragment, &old, 4)?,
//!     histogram::fragment_queries(&fragment, &old, 4)?,
//!     histogram::fragment_sort(&fragment, &old, 4)?,
//!     histogram::compute(&compute, &new, 4)?,
//!     histogram::compute_global(&compute, &new, 4)?,
//!     histogram::compute_shared(&compute, &new, 4)?,
//!     histogram::compute_copies(&compute, &new, 4)?,
//!     histogram::compute_private(&compute, &new, 4)?,
//! ] {
//!     assert_eq!(given.read()?, counts);
//! }
//! assert_eq!(histogram::fragment_2005(&fragment, &old, 4)?, counts); // on the host
//! assert!(histogram::bars(&counts).width() > 0); // a picture of them
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod picture;
mod private;
mod queries;
mod sort_by_bin;
mod trial;

use super::scatter;
use crate::{Blend, Device, DeviceKind, Era, Error, KernelSource, Result, Stream};
use crate::{compute_kernel, fragment_kernel, kernel_pair};
use trial::{BINS, trial};

pub use of_2005::fragment_2005;
pub use picture::{bars, luminance};
pub use private::compute_private;
pub use queries::fragment_queries;
pub use sort_by_bin::fragment_sort;

rungs! {
    "how many elements lie in each of 256 bins", 1 << 18, trial;
    fragment_queries: "an occlusion query per bin", "b passes; b n work", "Green 2005";
    fragment_sort: "sort by bin, then a search for each bin", "the passes of a sort + 2; n log2² n work",
        "Purcell et al. 2003";
    fragment: "points, added by the blending unit", "2 passes; n work", "Scheuermann and Hensley 2007";
    fragment_2005: "an occlusion query per bin, in floats alone", "b passes; b n work",
        "Green, Image Processing Tricks in OpenGL, 2005", on "radeon-9700", by of_2005::trial;
    compute_global: "atomics on one histogram in memory", "1 dispatch; n work, in b queues", "the obvious way";
    compute_shared: "atomics on one per work group, in shared memory", "1 dispatch; n work, in b queues per group",
        "Podlozhnyuk 2007";
    compute_copies: "atomics on several per work group", "1 dispatch; n work, in more queues", "shorter queues";
    compute_private: "one per lane, without atomics", "1 dispatch; n work", "for the lanes of a CPU",
        turns |_| private::turns_of(BINS);
    => compute: compute_private on a CPU, compute_copies on a GPU;
}

const HISTOGRAM: KernelSource = kernel_pair!("primitives/histogram", vertex);
const WHOLE: KernelSource = fragment_kernel!("primitives/histogram_whole");
const SHARED: KernelSource = compute_kernel!("primitives/histogram_shared");

/// The largest count that a float reaches by ones.
const LARGEST_COUNT: usize = 1 << 24;

/// Lanes of a group of histogram_shared.comp, and elements of its tile.
const GROUP: usize = 256;
const TILE: usize = GROUP * 64;

/// Largest number of copies of [`compute_copies`].
const MOST_COPIES: usize = 8;

/// Counts the elements in each of `bins` bins between 0 and 1, in the device's era.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::histogram::histogram};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = device.stream(&[0.1, 0.9, 0.0, 0.3, 1.0, f32::NAN])?;
/// assert_eq!(histogram(&device, &source, 4)?.read()?, [2, 1, 0, 2]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Limit`] if the device has no room for the bins, or in the fragment era for more than 2^24 elements;
/// [`crate::Error::Call`] if the stream does not have the era's own layout.
pub fn histogram(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, bins),
        Era::Compute => compute(device, source, bins),
    }
}

// ANCHOR: reference
/// Computes the same counts by a loop on the host.
pub fn reference(source: &[f32], bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    // Denormals count as zero, negative ones too.
    for value in source.iter().filter(|value| **value > -f32::MIN_POSITIVE && **value <= 1.0) {
        let bin = (value * bins as f32) as usize;
        if let Some(last) = bins.checked_sub(1) {
            counts[bin.min(last)] += 1;
        }
    }
    counts
}
// ANCHOR_END: reference

/// Points, each drawn at its bin; the blending unit counts them in floats, and a second pass converts those to
/// integers.
///
/// Source: Scheuermann and Hensley, Efficient Histogram Generation Using Scattering on GPUs, I3D 2007.
///
/// # Errors
/// As [`histogram`].
pub fn fragment(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    if source.len() > LARGEST_COUNT {
        let next = "count it in parts, or use fragment_sort";
        return Err(Error::limit("elements counted in floats", source.len() as u128, LARGEST_COUNT as u128, next));
    }
    let mut result = device.empty(bins)?;
    if bins == 0 || source.is_empty() {
        return Ok(result);
    }
    let kernel = device.kernel(&HISTOGRAM)?;
    let whole = device.kernel(&WHOLE)?;
    // ANCHOR: points
    let source = scatter::copy_to_vertices(&device, source)?;
    let mut counts = device.empty::<f32>(bins)?;
    kernel
        .call()
        .vertex_stream("source", &source)
        .output("counts", &mut counts)
        .blend(Blend::Add)
        .points(source.len())
        .run()?;
    whole.call().input("counts", &counts).output("result", &mut result).run()?;
    // ANCHOR_END: points
    Ok(result)
}

/// The fastest rung for this device: [`compute_private`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_copies`], or [`compute_global`] if there are too many bins for shared memory.
///
/// # Errors
/// As [`histogram`].
pub fn compute(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let cells = device.limits().shared_bytes / 4;
    match device.suited_to() {
        DeviceKind::Cpu if private::shared_cells(bins) <= cells => compute_private(device, source, bins),
        _ if bins <= cells => compute_copies(device, source, bins),
        _ => compute_global(device, source, bins),
    }
}

/// Counts every element in one histogram, atomically.
///
/// # Errors
/// As [`histogram`].
pub fn compute_global(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&HISTOGRAM)?;
    count_into_bins(&device, bins, |counts| {
        kernel
            .call()
            .gather("source", source)
            .update("counts", counts)
            .elements(source.len())
            .run()
    })
}

/// One histogram per work group, in shared memory.
///
/// Source: Podlozhnyuk, Histogram Calculation in CUDA, 2007.
///
/// # Errors
/// As [`histogram`]; shared memory holds 8,192 bins at least.
pub fn compute_shared(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    count_in_shared(device, source, bins, 1)
}

/// Several histograms per work group, as shared memory allows, up to eight.
///
/// # Errors
/// As [`compute_shared`].
pub fn compute_copies(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let cells = device.limits().shared_bytes / 4;
    count_in_shared(device, source, bins, (cells / bins.max(1)).clamp(1, MOST_COPIES))
}

fn count_in_shared(device: &Device, source: &Stream<f32>, bins: usize, copies: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    check_shared_cells(&device, bins, copies * bins)?;
    // ANCHOR: shared
    count_into_bins(&device, bins, |counts| {
        device
            .kernel(&SHARED.define("BINS", bins).define("COPIES", copies))?
            .call()
            .gather("source", source)
            .update("counts", counts)
            .elements(source.len().div_ceil(TILE) * GROUP)
            .run()
    })
    // ANCHOR_END: shared
}

/// Checks that shared memory has room for `cells` cells.
fn check_shared_cells(device: &Device, bins: usize, cells: usize) -> Result<()> {
    let limit = device.limits().shared_bytes / 4;
    if cells <= limit {
        return Ok(());
    }
    let thing = format!("cells of shared memory for {bins} bins");
    Err(Error::limit(thing, cells as u128, limit as u128, "use compute, which finds room for any number of bins"))
}

/// Counts into a stream of zeros; does nothing if there are no bins.
fn count_into_bins(
    device: &Device,
    bins: usize,
    count: impl FnOnce(&mut Stream<u32>) -> Result<()>,
) -> Result<Stream<u32>> {
    let mut counts = device.empty(bins)?;
    if bins > 0 {
        count(&mut counts)?;
    }
    Ok(counts)
}
