//! The fragment era's sort by bin.

use crate::algorithms::sort;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const BIN: KernelSource = fragment_kernel!("primitives/histogram_bins");
const SEARCH: KernelSource = fragment_kernel!("primitives/histogram_search");

/// Sorts the bins of all elements; each bin searches for its two ends.
///
/// # Errors
/// As [`super::histogram`], but for any number of elements.
pub fn fragment_sort(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(bins)?;
    if bins == 0 || source.is_empty() {
        return Ok(result);
    }
    // ANCHOR: sort
    let mut of_elements = device.empty::<u32>(source.len())?;
    device
        .kernel(&BIN)?
        .call()
        .uniform("bins", bins as i32)
        .gather("source", source)
        .output("result", &mut of_elements)
        .run()?;
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
