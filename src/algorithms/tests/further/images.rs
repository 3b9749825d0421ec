//! Rows that are longer than a work group, and each colour by itself.

use super::{Further, compute, exactly, fragment};
use crate::algorithms::{Check, Trial, Workload, grayscale, summed_area};
use crate::{Device, Result};
use image::Rgba;

pub(super) const RUNGS: &[Further] = &[
    ("summed_area", compute("compute_rows, of one row", one_row)),
    ("grayscale", fragment("fragment, of one colour", one_colour)),
    ("grayscale", compute("compute, of one colour", one_colour)),
];

fn one_row(device: &Device, workload: &Workload) -> Result<Trial> {
    let pixels = workload.integers(0, 256);
    let (shape, wanted) = ([workload.size, 1], summed_area::reference(&pixels, workload.size));
    let (device, source) = (device.clone(), device.stream_of(shape, &pixels)?);
    exactly(move || summed_area::compute_rows(&device, &source), wanted)
}

/// Each colour of every brightness without the others: a weight that is off by 3 % is never off by a byte,
/// but often by half of one.
fn one_colour(device: &Device, _: &Workload) -> Result<Trial> {
    let bright = |colour: usize, value: u8| {
        let mut lanes = [0, 0, 0, value];
        lanes[colour] = value;
        Rgba(lanes)
    };
    let pixels: Vec<_> = (0..3)
        .flat_map(|colour| (0..=255).map(move |value| bright(colour, value)))
        .collect();
    let wanted = grayscale::reference(&pixels);
    let (device, source) = (device.clone(), device.stream(&pixels)?);
    let run = move || grayscale::grayscale(&device, &source);
    Ok(Trial::new(run, move |result| {
        let given = result.read()?;
        let off = given.iter().zip(&wanted).filter(|(given, wanted)| given != wanted).count();
        // Floats may fall on the other side of a half: ten such halves are among these sums.
        Ok(Check { error: off as f64, bound: 10.0, ..Check::within(&[], &[], 0.0) })
    }))
}
