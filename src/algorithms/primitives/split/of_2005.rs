//! Scan, search and gather by kernels of GLSL 1.10.

use super::super::compact::{copy_last, flag_kept_2005};
use super::super::rows::{check_countable, column_and_row};
use super::super::search::list_reaches;
use super::super::{in_rows, scan};
use super::reference;
use crate::algorithms::{Check, Trial, Workload, gather, truncate_mantissas};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/split_search_2005");

/// Prefix sums of the flags by doubling strides and a search in them for each place, by kernels of GLSL 1.10, for any
/// card that calculates in floats. Returns all elements in one dimension, those that meet the condition first; and
/// their number, in a stream of one.
///
/// The condition is GLSL 1.10, too, and sees a denormal as the card does.
///
/// Sources: Blelloch, Prefix Sums and Their Applications, 1990; Horn, Stream Reduction Operations for GPGPU
/// Applications, GPU Gems 2, chapter 36, 2005.
///
/// # Errors
/// As [`super::split()`]; [`crate::Error::Limit`] if there are more elements than the card's floats can count: 2^17 on
/// a Radeon 9700, 2^24 in 32 bits.
pub fn fragment_2005(device: &Device, source: &Stream<f32>, condition: &str) -> Result<(Stream<f32>, Stream<f32>)> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("split", "source", source)?;
    check_countable(&device, source.len())?;
    let sums = scan::fragment_2005(&device, &flag_kept_2005(&device, source, condition)?)?;
    let count = copy_last(&device, &sums)?;
    let kernel = device.kernel(&OF_2005)?;
    let mut below = PingPong::new(device.empty(source.len())?, device.empty(source.len())?);
    // ANCHOR: search
    for [first, second, third] in list_reaches(&sums) {
        below.step(|now, next| {
            kernel
                .call()
                .uniform("reach_0", first)
                .uniform("reach_1", second)
                .uniform("reach_2", third)
                .uniform("end", column_and_row(sums.len(), &sums))
                .gather("sums", &sums)
                .gather("count", &count)
                .input("below", now)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    let elements = gather::fragment_2005(&device, source, below.now())?;
    // ANCHOR_END: search
    Ok((elements, count))
}

/// Tries a condition that about a third of the elements meet; compares every element and the count.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = truncate_mantissas(device, workload.floats(0));
    let wanted = reference(&numbers, |value| value > 0.375);
    let count = wanted[0].len() as f32;
    let wanted = wanted.concat();
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
