//! The compute era on the lanes of a CPU: one contiguous chunk per lane.

use super::{Parts, copy_last, with_condition};
use crate::algorithms::primitives::compact::count_chunks;
use crate::algorithms::scan::{CHUNK_COUNT, Number, chunk_length};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CHUNKS: KernelSource = compute_kernel!("primitives/split_chunks");

/// One contiguous chunk per lane: count, scan the counts, store from there. For devices whose lanes are those of a CPU.
///
/// # Errors
/// As [`super::split()`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Parts<T>> {
    let device = device.with_era(Era::Compute)?;
    let totals = count_chunks(&device, source, condition)?;
    let mut elements = device.empty(source.len())?;
    device
        .kernel(&with_condition::<T>(&CHUNKS, condition)?)?
        .call()
        .uniform("chunk", chunk_length(source.len()) as i32)
        .gather("source", source)
        .gather("totals", &totals)
        .output("result", &mut elements)
        .elements(CHUNK_COUNT)
        .run()?;
    Ok(Parts { elements, count: copy_last(&device, &totals)? })
}
