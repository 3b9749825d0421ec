//! Histogram: how many elements lie in each of some bins of equal width between 0 and 1.
//!
//! | era | rung | method | passes for n elements, b bins | work |
//! |---|---|---|---|---|
//! | fragment | `fragment_queries` | an occlusion query a bin | b | b n |
//! | fragment | `fragment_sort` | sort by bin, then a search for each bin | those of a [sort](super::sort), and 2 | n log2² n |
//! | fragment | `fragment` | points, added by the blending unit | 2 | n |
//! | compute | `compute_global` | atomics on one histogram in memory | 1 | n, in b queues |
//! | compute | `compute_shared` | atomics on one a work group, in shared memory | 1 | n, in b queues a group |
//! | compute | `compute_copies` | atomics on several a work group | 1 | n, in more queues |
//! | compute | `compute_private` | one a lane, without atomics | 1 | n |
//! | compute | `compute` | private on a CPU, copies on a GPU, global for many bins | 1 | n |
//!
//! Logarithms are rounded up. A value v of 0 to 1 counts in bin `v * bins`, rounded down; 1 counts in the last. Any other value, and NaN,
//! counts nowhere. A denormal of either sign is taken for zero. Counts are exact in every rung: [`fragment`] refuses more elements than a
//! float can count, 2^24.
//!
//! Sources: Green, Image Processing Tricks in OpenGL, GDC 2005 (occlusion queries); Scheuermann and Hensley, Efficient Histogram
//! Generation Using Scattering on GPUs, I3D 2007 (points); Podlozhnyuk, Histogram Calculation in CUDA, 2007 (shared memory).

mod compute;
mod picture;
mod row;

pub use compute::{compute, compute_copies, compute_global, compute_private, compute_shared};
pub use picture::{bars, luminance};
pub(in crate::algorithms) use row::ROW;

use super::{scatter, sort};
use crate::{Blend, Device, Era, Error, KernelSource, Result, Stream, fragment_kernel, kernel_pair};

const HISTOGRAM: KernelSource = kernel_pair!("primitives/histogram", vertex);
const WHOLE: KernelSource = fragment_kernel!("primitives/histogram_whole");
const QUERY: KernelSource = fragment_kernel!("primitives/histogram_query");
const BIN: KernelSource = fragment_kernel!("primitives/histogram_bins");
const SEARCH: KernelSource = fragment_kernel!("primitives/histogram_search");

/// The largest count that a float reaches by ones.
const LARGEST: usize = 1 << 24;

/// How many elements lie in each of `bins` bins between 0 and 1, in the device's era.
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
/// [`crate::Error::Limit`] where the machine lacks room for the bins, or in the fragment era for more than 2^24 elements;
/// [`crate::Error::Call`] where the stream has not the era's own layout.
pub fn histogram(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, source, bins),
        Era::Compute => compute(device, source, bins),
    }
}

// ANCHOR: reference
/// The same by a loop.
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

/// The kernel with what it includes.
fn with_bins(kernel: &KernelSource) -> KernelSource {
    kernel
        .clone()
        .include("histogram.glsl", include_str!("../../../kernel_includes/histogram.glsl"))
}

/// Points, each at its bin; the blending unit counts them in floats, and a second pass makes whole numbers of those.
///
/// Sources: Scheuermann and Hensley 2007.
///
/// # Errors
/// As [`histogram`].
pub fn fragment(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    if source.len() > LARGEST {
        let next = "count it in parts, or take fragment_sort";
        return Err(Error::limit("elements counted in floats", source.len() as u128, LARGEST as u128, next));
    }
    let mut result = device.empty(bins)?;
    if bins == 0 || source.is_empty() {
        return Ok(result);
    }
    let (kernel, whole) = (device.kernel(&with_bins(&HISTOGRAM))?, device.kernel(&WHOLE)?);
    // ANCHOR: points
    let source = scatter::vertices(&device, source)?;
    let mut counts = device.empty::<f32>(bins)?;
    let call = kernel.call().vertex_stream("source", &source).output("counts", &mut counts);
    call.blend(Blend::Add).points(source.len()).run()?;
    whole.call().input("counts", &counts).output("result", &mut result).run()?;
    // ANCHOR_END: points
    Ok(result)
}

/// One pass a bin over all elements, whose fragments an occlusion query counts; the host reads the counts and uploads them.
///
/// Sources: Green 2005.
///
/// # Errors
/// As [`histogram`], but of any number of elements.
pub fn fragment_queries(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&with_bins(&QUERY))?;
    // ANCHOR: queries
    let mut kept = device.empty::<f32>(source.shape())?;
    let mut queries = Vec::with_capacity(bins);
    for bin in 0..bins {
        let mut query = device.query()?;
        let call = kernel
            .call()
            .uniform("bins", bins as i32)
            .uniform("bin", bin as i32)
            .input("source", source);
        call.output("kept", &mut kept).count(&mut query).run()?;
        queries.push(query);
    }
    let counts: Vec<u32> = queries.iter().map(|query| query.fragments()).collect::<Result<_>>()?;
    // ANCHOR_END: queries
    device.stream(&counts)
}

/// The bins of all elements sorted; each bin searches for its two ends.
///
/// # Errors
/// As [`histogram`], but of any number of elements.
pub fn fragment_sort(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(bins)?;
    if bins == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: sort
    let mut of_elements = device.empty::<u32>(source.len())?;
    let bin = device.kernel(&with_bins(&BIN))?;
    let call = bin.call().uniform("bins", bins as i32).gather("source", source);
    call.output("result", &mut of_elements).run()?;
    let (sorted, _) = sort::fragment_rows(&device, &of_elements, &of_elements)?; // the value of a bin is of no interest
    device
        .kernel(&SEARCH)?
        .call()
        .gather("bins", &sorted)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: sort
    Ok(result)
}
