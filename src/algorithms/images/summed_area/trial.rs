//! Trial of the rungs: one byte of each pixel of a picture.

use super::{Check, Trial, Workload, chunks, loop_turns, reference};
use crate::{Device, Result, Stream};

/// Upper bound of the longer side of a trial's picture of `n` pixels: see [`Workload::rectangle`].
pub(super) fn longest_side(n: usize) -> usize {
    2 * n.isqrt() + 2
}

/// Loop turns of [`compute`] for a trial's picture.
pub(in super::super) fn turns_of_compute(n: usize) -> usize {
    loop_turns(longest_side(n)).max(chunks::loop_turns(longest_side(n)))
}

type SummedAreaRung = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

/// Builds the trial of the red bytes: whole numbers, so every entry is exact for a photograph of any size.
pub(super) fn trial(device: &Device, workload: &Workload, rung: SummedAreaRung) -> Result<Trial> {
    let picture = workload.picture();
    let [width, height] = [picture.width() as usize, picture.height() as usize];
    let bytes: Vec<u32> = picture.pixels().map(|pixel| u32::from(pixel.0[0])).collect();
    let wanted = reference(&bytes, width);
    let source = device.stream_of([width, height], &bytes)?;
    let device = device.clone();
    let trial = Trial::new(move || rung(&device, &source), move |result| Ok(Check::exact(&result.read()?, &wanted)));
    Ok(trial.sized(bytes.len()))
}
