//! Values of every kind, counted by a rung and by the reference.

use super::{bars, luminance, reference};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};

type HistogramRung = fn(&Device, &Stream<f32>, usize) -> Result<Stream<u32>>;

/// Bins of a trial.
pub(super) const BINS: usize = 256;

/// Returns the brightness of the photograph; or numbers of which small ones are frequent, some are out of range, and
/// some are NaN.
pub(super) fn trial_values(workload: &Workload) -> Vec<f32> {
    if let Some(photograph) = &workload.photograph {
        return luminance(photograph);
    }
    workload
        .floats(0)
        .iter()
        .zip(workload.integers(1, 32))
        .map(|(number, kind): (&f32, u32)| match kind {
            0 => f32::NAN,
            1 => *number * 3.0,
            2 => number.abs().ceil(), // exactly 1
            _ => number * number,
        })
        .collect()
}

/// Compares a rung with the reference, bit for bit.
pub(super) fn trial(device: &Device, workload: &Workload, rung: HistogramRung) -> Result<Trial> {
    let values = trial_values(workload);
    let wanted = reference(&values, BINS);
    let source = device.stream(&values)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &source, BINS),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        |result| Ok(bars(&result.read()?)),
    );
    Ok(trial.sized(values.len()))
}
