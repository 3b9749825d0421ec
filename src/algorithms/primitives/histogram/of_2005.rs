//! Occlusion queries by a kernel of GLSL 1.10.

use super::{BINS, bars, reference, trial::trial_values};
use crate::algorithms::{Check, Trial, Workload, truncate_mantissas};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/histogram_2005");

/// A pass and an occlusion query per bin, by a kernel of GLSL 1.10 for any card that calculates in floats. The host
/// reads the counts as integers, so they do not depend on the card's floats.
///
/// The card computes the bin `value * bins` with its own precision, and treats denormals in its own way.
///
/// Source: Green, Image Processing Tricks in OpenGL, GDC 2005.
///
/// # Errors
/// As [`super::histogram`], but for any number of elements.
pub fn fragment_2005(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Vec<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&OF_2005)?;
    let mut kept = device.empty::<f32>(source.shape())?;
    let mut queries = Vec::with_capacity(bins);
    for bin in 0..bins {
        let upper = if bin + 1 == bins { bins + 1 } else { bin + 1 }; // 1 lies in the last
        let mut query = device.query()?;
        kernel
            .call()
            .uniform("bins", bins as f32)
            .uniform("edges", [bin as f32, upper as f32])
            .input("source", source)
            .output("gl_FragColor", &mut kept)
            .count(&mut query)
            .run()?;
        queries.push(query);
    }
    queries.iter().map(|query| query.fragments()).collect()
}

/// Tries the other rungs' values, with the card's precision.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let values = truncate_mantissas(device, trial_values(workload));
    let wanted = reference(&values, BINS);
    let source = device.stream(&values)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || fragment_2005(&device, &source, BINS),
        move |counts| Ok(Check::exact(counts, &wanted)),
        |counts| Ok(bars(counts)),
    );
    Ok(trial.sized(values.len()))
}
