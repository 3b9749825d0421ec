//! Three steps of the search per pass, by a kernel of GLSL 1.10.

use super::super::{in_rows, rows::column_and_row};
use super::reference;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Element, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/search_2005");

/// Steps per pass: with the read of the previous pass's result, they are the four dependent reads of a Radeon 9700.
const STEPS_PER_PASS: usize = 3;

/// Three steps per pass by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// The result of a key is the texel of the first element that is not less: its column and row in the texture of
/// `sorted`, as [`gather::fragment_2005`](crate::algorithms::gather::fragment_2005) expects them. The result for a key
/// that is greater than all is the texel after the last. Zeros of either sign are equal, and a NaN finds the first.
///
/// Source: Buck and Purcell, A Toolkit for Computation on GPUs, GPU Gems, chapter 37, 2004.
///
/// # Errors
/// [`crate::Error::Call`] if a stream is not in one texture, row after row.
pub fn fragment_2005(device: &Device, sorted: &Stream<f32>, keys: &Stream<f32>) -> Result<Stream<[f32; 2]>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("search", "sorted stream", sorted)?;
    in_rows("search", "keys", keys)?;
    search_texels_2005(&device, sorted, keys)
}

/// Searches in texels, ordered lane by lane.
pub(in crate::algorithms) fn search_texels_2005<T: Element>(
    device: &Device,
    sorted: &Stream<T>,
    keys: &Stream<T>,
) -> Result<Stream<[f32; 2]>> {
    let kernel = device.kernel(&OF_2005)?;
    let end = column_and_row(sorted.len(), sorted);
    let mut below = PingPong::new(device.empty(keys.shape())?, device.empty(keys.shape())?);
    // ANCHOR: passes
    for [first, second, third] in list_reaches(sorted) {
        below.step(|now, next| {
            kernel
                .call()
                .uniform("reach_0", first)
                .uniform("reach_1", second)
                .uniform("reach_2", third)
                .uniform("end", end)
                .gather("sorted", sorted)
                .input("keys", keys)
                .input("below", now)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    // ANCHOR_END: passes
    Ok(below.into_now())
}

// ANCHOR: reaches
/// Returns the reaches of the steps of each pass, as columns and rows: powers of two less 1, the largest first.
pub(in crate::algorithms::primitives) fn list_reaches<T: Element>(sorted: &Stream<T>) -> Vec<[[f32; 2]; 3]> {
    let steps = sorted.len().checked_ilog2().map_or(0, |log| log as usize + 1);
    let passes = (0..steps.div_ceil(STEPS_PER_PASS)).rev();
    passes
        .map(|pass| [2, 1, 0].map(|step| column_and_row((1 << (STEPS_PER_PASS * pass + step)) - 1, sorted)))
        .collect()
}
// ANCHOR_END: reaches

/// Tries quarters, some of them equal, and infinities; keys are among them, between them, and past both ends. Every
/// card represents all of them exactly.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let several = workload.size.min(1 << 16) as u32 + 8;
    let mut sorted: Vec<f32> = draw_quarters(0, several, workload).collect();
    sorted.sort_by(f32::total_cmp);
    let keys: Vec<f32> = draw_quarters(1, several + several / 8, workload).collect();
    let wanted = reference(&sorted, &keys);
    let sorted = device.stream(&sorted)?;
    let keys = device.stream(&keys)?;
    let device = device.clone();
    let width = sorted.plan().size()[0];
    Ok(Trial::new(
        move || fragment_2005(&device, &sorted, &keys),
        move |result| {
            let given: Vec<u32> = result
                .read()?
                .into_iter()
                .map(|[column, row]: [f32; 2]| row as u32 * width as u32 + column as u32)
                .collect();
            Ok(Check::exact(&given, &wanted))
        },
    ))
}

fn draw_quarters(column: u32, bound: u32, workload: &Workload) -> impl Iterator<Item = f32> {
    workload.integers(column, bound).into_iter().map(|word: u32| match word {
        0 => f32::INFINITY,
        1 => f32::NEG_INFINITY,
        _ => (word as f32 - 5.0) / 4.0,
    })
}
