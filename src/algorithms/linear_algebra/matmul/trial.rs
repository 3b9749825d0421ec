//! Trial of the rungs: on nearly square matrices, against the reference, in units of the bound.

use super::{Check, Trial, Workload, reference};
use crate::algorithms::epsilon;
use crate::{Device, Result, Stream};

pub(super) type MatmulRung = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

/// Maximum count of multiplications of the reference; larger products are checked by a sample of rows.
const REFERENCE_LIMIT: usize = 1 << 30;

/// Upper bound of the extents of a trial's matrices, for a product of `elements` elements.
pub(super) fn longest_extent(elements: usize) -> usize {
    elements.isqrt() + 2
}

/// Builds the trial of nearly square matrices, with `size` elements in the result, or fewer by less than a row.
pub(super) fn trial(device: &Device, workload: &Workload, rung: MatmulRung) -> Result<Trial> {
    let columns = workload.size.isqrt();
    let rows = workload.size.checked_div(columns).unwrap_or(0);
    product_trial(device, [rows, (rows + columns) / 2, columns], workload.seed, rung)
}

/// Builds the trial of the product of two matrices of these sizes: checks every row, or an evenly spread sample if
/// the reference is too slow.
pub(in crate::algorithms) fn product_trial(
    device: &Device,
    sizes: [usize; 3],
    seed: u32,
    rung: MatmulRung,
) -> Result<Trial> {
    let [rows, inner, columns] = sizes;
    let a = Workload::new(rows * inner, seed).floats(0);
    let b = Workload::new(inner * columns, seed).floats(1);
    let judged = rows.min((REFERENCE_LIMIT / (inner * columns).max(1)).max(2));
    let sample: Vec<usize> = (0..judged).map(|i| i * (rows - 1) / (judged - 1).max(1)).collect(); // the first and the last too
    let a_sample: Vec<f32> = sample
        .iter()
        .flat_map(|row| &a[row * inner..(row + 1) * inner])
        .copied()
        .collect();
    let wanted = reference([judged, inner, columns], &a_sample, &b);
    let [a_absolute, b_absolute] = [&a_sample, &b].map(|matrix| matrix.iter().map(|x| x.abs()).collect::<Vec<_>>());
    let absolute = reference([judged, inner, columns], &a_absolute, &b_absolute);
    let a = device.stream_of([inner, rows], &a)?;
    let b = device.stream_of([columns, inner], &b)?;
    let unit = epsilon(device);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &a, &b),
        move |result: &Stream<f32>| {
            let given = result.read()?;
            let of_sample: Vec<f32> = sample
                .iter()
                .flat_map(|row| &given[row * columns..(row + 1) * columns])
                .copied()
                .collect();
            Ok(check_in_units(&of_sample, &wanted, &absolute, inner, unit).out_of(rows * columns))
        },
    )
    .sized(rows * columns))
}

/// Compares in units of the device's `epsilon` (2^-23 of floats) times the sum of an element's absolute products; the
/// bound is the count of products. A card that truncates is off by a whole unit each time, also on reading a number:
/// two more, and one for the product.
fn check_in_units(given: &[f32], wanted: &[f64], absolute: &[f64], inner: usize, unit: f64) -> Check {
    let largest = given
        .iter()
        .zip(wanted)
        .zip(absolute)
        .map(|((given, wanted), absolute): ((&f32, &f64), &f64)| {
            let difference = (f64::from(*given) - wanted).abs();
            match difference {
                0.0 => 0.0,
                difference if difference.is_nan() => f64::INFINITY,
                difference => difference / (absolute * unit),
            }
        })
        .fold(0.0, f64::max);
    let error = if given.len() == wanted.len() { largest } else { f64::INFINITY };
    let cut = if unit > f64::from(f32::EPSILON) { 3.0 } else { 0.0 };
    Check::new(wanted.len(), error, inner as f64 + cut)
}
