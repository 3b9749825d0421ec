//! Doubling strides on pairs of sum and flag, by a kernel of GLSL 1.10.

use super::super::{in_rows, rows::column_and_row};
use super::{check_heads, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/segmented_scan_2005");

/// Doubling strides by a kernel of GLSL 1.10, for any card that calculates in floats. Flags are floats, too.
///
/// The floats do not limit the length, but they limit sums: a Radeon 9700 has integers up to 2^17.
///
/// Sources: Horn, GPU Gems 2, chapter 36, 2005; Blelloch 1990 (the operator on pairs).
///
/// # Errors
/// [`crate::Error::Call`] if a stream is not in one texture, row after row, or there are not as many heads as elements.
pub fn fragment_2005(device: &Device, source: &Stream<f32>, heads: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_heads(source, heads)?;
    in_rows("segmented_scan", "source", source)?;
    in_rows("segmented_scan", "heads", heads)?;
    let kernel = device.kernel(&OF_2005)?;
    let mut now = (device.copy_of(source)?, device.copy_of(heads)?);
    let mut next = (device.empty(source.shape())?, device.empty(source.shape())?);
    let mut stride = 1;
    while stride < source.len() {
        kernel
            .call()
            .uniform("stride", column_and_row(stride, source))
            .input("source", &now.0)
            .input("heads", &now.1)
            .output("gl_FragData[0]", &mut next.0)
            .output("gl_FragData[1]", &mut next.1)
            .run()?;
        std::mem::swap(&mut now, &mut next);
        stride *= 2;
    }
    Ok(now.0)
}

/// Tries integers below 100: the sum of a segment of a thousand is exact on every card.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers: Vec<f32> = workload.integers(0, 100).into_iter().map(|number| number as f32).collect();
    let words = workload.integers(1, 1000);
    let heads: Vec<u32> = (0..)
        .zip(&words)
        .map(|(i, word)| u32::from(word % choose_spacing(i) == 0))
        .collect();
    let wanted = reference(&numbers, &heads);
    let flags: Vec<f32> = heads.into_iter().map(|head| head as f32).collect();
    let source = device.stream(&numbers)?;
    let heads = device.stream(&flags)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &source, &heads),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

fn choose_spacing(i: usize) -> u32 {
    if i % 1000 < 100 { 2 } else { 200 }
}
