//! Trial of the rungs: on a line or a rectangle, against the reference, by the norm.

use super::of_2005::FloatTransform;
use super::{
    Check, ComplexStream, Direction, Method, RealTransform, Transform, Trial, Workload, reference, reference_real,
};
use crate::algorithms::epsilon;
use crate::{Device, Result, Shape, Stream};
use nalgebra::Complex;

/// Compares all elements by the root of the sum of squared differences, relative to that of the squares. The bound
/// is `1e-6 log2 n`, and larger on a device with less precision.
fn check_by_norm(given: &[[f32; 2]], wanted: &[Complex<f64>], unit: f64) -> Check {
    let difference: f64 = given
        .iter()
        .zip(wanted)
        .map(|(given, wanted): (&[f32; 2], &Complex<f64>)| {
            (Complex::new(f64::from(given[0]), f64::from(given[1])) - wanted).norm_sqr()
        })
        .sum();
    let whole: f64 = wanted.iter().map(Complex::norm_sqr).sum();
    let error = if difference == 0.0 { 0.0 } else { (difference / whole).sqrt() };
    let judged = given.len() == wanted.len() && !error.is_nan();
    let stages = libm::log2(wanted.len().max(2) as f64);
    Check::new(wanted.len(), if judged { error } else { f64::INFINITY }, 1e-6 * unit * stages)
}

/// Builds the trial of a line or a rectangle: forward if the size is even, inverse if it is odd.
pub(in crate::algorithms) fn trial(device: &Device, workload: &Workload, method: Method, plane: bool) -> Result<Trial> {
    let shape = if plane { Shape::from(workload.rectangle()) } else { Shape::from(workload.size) };
    let transform = Transform::new(device, method, shape)?;
    transform_trial(device, workload, shape, move |direction, source| transform.run(direction, source))
}

/// Builds the same trial for the kernels of 2005.
pub(super) fn trial_2005(device: &Device, workload: &Workload, plane: bool) -> Result<Trial> {
    let shape = if plane { Shape::from(workload.rectangle()) } else { Shape::from(workload.size) };
    let tables = FloatTransform::new(device, shape)?;
    transform_trial(device, workload, shape, move |direction, source| tables.run(direction, source))
}

/// Builds the trial of real numbers: forward if the count of pairs is even, inverse if it is odd. An odd number is
/// left out.
pub(super) fn real_trial(device: &Device, workload: &Workload, method: Method) -> Result<Trial> {
    let pairs = workload.size / 2;
    let forward = pairs.is_multiple_of(2);
    let (direction, count) = if forward { (Direction::Forward, pairs) } else { (Direction::Inverse, pairs + 1) };
    let [one, other] = [0, 1].map(|column| workload.floats(column));
    let mut numbers: Vec<[f32; 2]> = one.into_iter().zip(other).take(count).map(|(x, y)| [x, y]).collect();
    if !forward {
        // The lowest and the highest frequency of real numbers are real.
        numbers[0][1] = 0.0;
        numbers[pairs][1] = 0.0;
    }
    let wanted = reference_real(direction, &numbers);
    let transform = RealTransform::new(device, method, pairs)?;
    let source = device.stream(&numbers)?;
    let unit = epsilon(device) / f64::from(f32::EPSILON);
    Ok(Trial::new(
        move || transform.run(direction, &source),
        move |result: &Stream<[f32; 2]>| Ok(check_by_norm(&result.read()?, &wanted, unit)),
    )
    .sized(2 * pairs))
}

fn transform_trial(
    device: &Device,
    workload: &Workload,
    shape: Shape,
    transform: impl Fn(Direction, &ComplexStream) -> Result<ComplexStream> + 'static,
) -> Result<Trial> {
    let direction = if workload.size.is_multiple_of(2) { Direction::Forward } else { Direction::Inverse };
    let [real, imaginary] = [0, 1].map(|column| workload.floats(column));
    let numbers: Vec<[f32; 2]> = real.into_iter().zip(imaginary).take(shape.len()).map(|(x, y)| [x, y]).collect();
    let wanted = reference(direction, shape, &numbers);
    let source = device.stream_of(shape, &numbers)?;
    let unit = epsilon(device) / f64::from(f32::EPSILON);
    Ok(Trial::new(
        move || transform(direction, &source),
        move |result: &Stream<[f32; 2]>| Ok(check_by_norm(&result.read()?, &wanted, unit)),
    )
    .sized(shape.len()))
}
