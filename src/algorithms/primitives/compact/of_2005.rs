//! Scan and search by kernels of GLSL 1.10.

use super::super::rows::{check_countable, column_and_row};
use super::super::{in_rows, scan, search};
use super::{copy_last, reference, with_condition};
use crate::algorithms::{Check, Trial, Workload, truncate_mantissas};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const ONES: KernelSource = fragment_kernel!("primitives/compact_ones_2005");
const NUMBERS: KernelSource = fragment_kernel!("primitives/compact_numbers_2005");
const OF_2005: KernelSource = fragment_kernel!("primitives/compact_2005");

/// Prefix sums of the flags by doubling strides and a search in them for each output element, by kernels of GLSL 1.10,
/// for any card that calculates in floats. Returns the kept elements, then zeros, in one dimension; and the number of
/// kept elements, in a stream of one.
///
/// The condition is GLSL 1.10, too, and sees a denormal as the card does.
///
/// Source: Horn, Stream Reduction Operations for GPGPU Applications, GPU Gems 2, chapter 36, 2005.
///
/// # Errors
/// As [`super::compact`]; [`crate::Error::Limit`] if there are more elements than the card's floats can count: 2^17 on
/// a Radeon 9700, 2^24 in 32 bits.
pub fn fragment_2005(device: &Device, source: &Stream<f32>, condition: &str) -> Result<(Stream<f32>, Stream<f32>)> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("compact", "source", source)?;
    check_countable(&device, source.len())?;
    // ANCHOR: search
    let sums = scan::fragment_2005(&device, &flag_kept_2005(&device, source, condition)?)?;

    let mut numbers = device.empty(source.len())?;
    device.kernel(&NUMBERS)?.call().output("gl_FragColor", &mut numbers).run()?;
    let places = search::fragment_2005(&device, &sums, &numbers)?;

    let mut elements = device.empty(source.len())?;
    device
        .kernel(&OF_2005)?
        .call()
        .uniform("end", column_and_row(source.len(), source))
        .gather("source", source)
        .input("places", &places)
        .output("gl_FragColor", &mut elements)
        .run()?;
    // ANCHOR_END: search
    Ok((elements, copy_last(&device, &sums)?))
}

/// Computes 1 for each element that is kept, otherwise 0.
pub(in crate::algorithms::primitives) fn flag_kept_2005(
    device: &Device,
    source: &Stream<f32>,
    condition: &str,
) -> Result<Stream<f32>> {
    let mut ones = device.empty(source.shape())?;
    let kernel = device.kernel(&with_condition::<f32>(&ONES, condition)?)?;
    kernel.call().input("source", source).output("gl_FragColor", &mut ones).run()?;
    Ok(ones)
}

/// Keeps about a third of the elements; compares every element of the result, the zeros included, and the count.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = truncate_mantissas(device, workload.floats(0));
    let mut wanted = reference(&numbers, |value| value > 0.375);
    let count = wanted.len() as f32;
    wanted.resize(numbers.len(), 0.0);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &source, "value > 0.375"),
        move |(elements, given)| {
            let counted = Check::exact(&given.read()?, &[count]);
            let places = Check::exact(&elements.read()?, &wanted);
            Ok(Check { error: places.error.max(counted.error), ..places })
        },
    ))
}
