//! The bitonic network by kernels of GLSL 1.10.

use super::super::rows::{column_and_row, in_one_dimension};
use super::{check_rows, network_steps, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Element, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const START: KernelSource = fragment_kernel!("primitives/sort_start_2005");
const STEP: KernelSource = fragment_kernel!("primitives/sort_2005");
const END: KernelSource = fragment_kernel!("primitives/sort_end_2005");

/// Sorts by the bitonic network in kernels of GLSL 1.10, for any card that calculates in floats. Both results have one
/// dimension.
///
/// Of equal keys the one with the lesser value comes first: with their indices as values they keep their original
/// order. Zeros of either sign are equal. Cards that cannot read bits have no order for NaN: a NaN is never exchanged,
/// and the elements around it are not sorted. Floats of 24 bits have no infinity: it becomes their largest number.
///
/// Sources: Purcell et al., Photon Mapping on Programmable Graphics Hardware, 2003; Kipfer and Westermann,
/// Improved GPU Sorting, GPU Gems 2, chapter 46, 2005.
///
/// # Errors
/// [`crate::Error::Data`] if there are not as many values as keys, [`crate::Error::Call`] if a stream is not in one
/// texture, row after row.
pub fn fragment_2005(device: &Device, keys: &Stream<f32>, values: &Stream<f32>) -> Result<(Stream<f32>, Stream<f32>)> {
    let device = device.with_era(Era::Fragment)?;
    check_rows(keys, values)?;
    let own = (in_one_dimension(&device, keys)?, in_one_dimension(&device, values)?);
    let mut pairs = device.empty::<[f32; 2]>(keys.len())?;
    device
        .kernel(&START)?
        .call()
        .input("keys", own.0.as_ref().unwrap_or(keys))
        .input("values", own.1.as_ref().unwrap_or(values))
        .output("gl_FragColor", &mut pairs)
        .run()?;
    let pairs = sort_texels_2005(&device, pairs)?;
    let mut sorted = (device.empty(keys.len())?, device.empty(keys.len())?);
    device
        .kernel(&END)?
        .call()
        .input("source", &pairs)
        .output("gl_FragData[0]", &mut sorted.0)
        .output("gl_FragData[1]", &mut sorted.1)
        .run()?;
    Ok(sorted)
}

/// Sorts the texels of a stream of one dimension in ascending order, by the first lane in which two of them differ.
pub(in crate::algorithms) fn sort_texels_2005<T: Element>(device: &Device, texels: Stream<T>) -> Result<Stream<T>> {
    let elements = texels.len();
    let end = column_and_row(texels.len(), &texels);
    let [width, height, _] = texels.plan().size();
    let kernel = device.kernel(&STEP)?;
    let next = device.empty(elements)?;
    let mut texels = PingPong::new(texels, next);
    // ANCHOR: steps
    for (block, stride) in network_steps(elements) {
        // If there is more than one row, its length is a power of two: a span is part of one row, or several rows.
        let across = height <= 1 || 2 * stride <= width;
        let sides = if across {
            [1, 2].map(|half| [half * stride, 1])
        } else {
            [1, 2].map(|half| [width, half * stride / width])
        };
        let [middle, span] = sides.map(|sides| sides.map(|side| side as f32));
        texels.step(|now, next| {
            kernel
                .call()
                .uniform("span", span)
                .uniform("span_share", span.map(f32::recip))
                .uniform("middle", middle)
                .uniform("mirrored", f32::from(u8::from(2 * stride == block)))
                .uniform("end", end)
                .input("source", now)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    // ANCHOR_END: steps
    Ok(texels.into_now())
}

/// Largest number of different keys and of values in a trial: every card's floats have more integers.
const KINDS: usize = 1 << 16;

/// 2^40: floats of 24 bits end below 2^64, and have no infinity.
const FAR: f32 = (1_u64 << 40) as f32;

/// Tries quarters, many of them equal, and a few far numbers; their values ascend with their indices. Every card
/// represents all of them exactly.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let several = (workload.size / 4 + 8).min(KINDS) as u32;
    let shared = workload.size.div_ceil(KINDS).max(1) as u32;
    let keys: Vec<f32> = workload
        .integers(0, several)
        .into_iter()
        .map(|number: u32| match number {
            0 => FAR,
            1 => -FAR,
            _ => (number as f32 - 100.0) / 4.0,
        })
        .collect();
    let indices: Vec<u32> = (0..workload.size as u32).map(|index| index / shared).collect();
    let (wanted_keys, wanted) = reference(&keys, &indices);
    let [wanted, indices] =
        [wanted, indices].map(|numbers| numbers.into_iter().map(|number| number as f32).collect::<Vec<_>>());
    let keys = device.stream(&keys)?;
    let values = device.stream(&indices)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &keys, &values),
        move |(keys, values)| {
            let [keys, values] = [Check::exact(&keys.read()?, &wanted_keys), Check::exact(&values.read()?, &wanted)];
            Ok(Check { error: keys.error.max(values.error), ..keys })
        },
    ))
}
