//! All operations and the dot product, compared with `f64`.

use super::{PairOperation, dot, joined, reference, split};
use crate::algorithms::{Check, Trial, Workload, epsilon, truncate_mantissas};
use crate::{Device, DeviceKind, Result, Stream};

type DotRung = fn(&Device, &Stream<[f32; 2]>, &Stream<[f32; 2]>) -> Result<f64>;
type PairRung = fn(&Device, PairOperation, &Stream<[f32; 2]>, &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>>;

/// Error bound: a pair resolves half the square of a float's last bit. An operation may lose two bits of that, and
/// another two if a card truncates sums instead of rounding them. On a GPU it may lose a third: GLSL lets a quotient be
/// off by 2.5 units of its last bit (GLSL 4.60, section 4.7.1), and quotients and roots begin with one. An H200 was off
/// by 3.2e-14.
fn error_bound(device: &Device) -> f64 {
    let lost = match device.info().kind {
        _ if device.card().is_some() => 16.0,
        DeviceKind::Gpu => 8.0,
        DeviceKind::Cpu | DeviceKind::Emulator => 4.0,
    };
    lost * epsilon(device).powi(2) / 2.0
}

/// Builds numbers from -1 to 1 and from 1/2 to 3/2, with more bits than a float has, as pairs of the device's numbers.
fn build_input(device: &Device, workload: &Workload) -> [Vec<[f32; 2]>; 2] {
    let a = draw_fine_numbers(0, 1, 1.0, workload);
    // Some are floats, whose second part is 0.
    let b: Vec<f64> = draw_fine_numbers(2, 3, 0.5, workload)
        .iter()
        .map(|number| 1.0 + number)
        .enumerate()
        .map(|(i, number): (usize, f64)| if i % 7 == 3 { f64::from(number as f32) } else { number })
        .collect();
    [a, b].map(|numbers| truncate_pairs(split(&numbers), device))
}

/// Truncates pairs to the device's numbers.
fn truncate_pairs(pairs: Vec<[f32; 2]>, device: &Device) -> Vec<[f32; 2]> {
    let lanes = [0, 1].map(|lane| truncate_mantissas(device, pairs.iter().map(|pair| pair[lane]).collect()));
    let [near, rest] = lanes;
    near.into_iter().zip(rest).map(|(near, rest)| [near, rest]).collect()
}

/// Returns multiples of `from` with more bits than a float has.
fn draw_fine_numbers(near: u32, rest: u32, from: f64, workload: &Workload) -> Vec<f64> {
    let near = workload.floats(near);
    let rest = workload.floats(rest);
    near.into_iter()
        .zip(rest)
        .map(|(near, rest): (f32, f32)| from * f64::from(near) + f64::from(rest) * 2f64.powi(-26))
        .collect()
}

/// Measures the largest errors of a rung against `f64`, in the order of [`PairOperation::ALL`], then that of the dot
/// product. The error of a sum is relative to both operands' magnitudes together, that of a dot product to the
/// magnitudes of all products, any other to the result.
///
/// ```
/// use gristmill::algorithms::{Workload, double_single};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let errors = double_single::errors(&device, &Workload::new(1_000, 1), double_single::fragment, double_single::dot)?;
/// assert!(errors.iter().all(|error| *error < 1e-13));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// Those of the rung.
pub fn errors(device: &Device, workload: &Workload, rung: PairRung, dot: DotRung) -> Result<[f64; 5]> {
    let pairs = PairInputs::new(device, workload)?;
    let results = pairs.run_operations(device, rung, dot)?;
    pairs.largest_errors(&results)
}

/// Operands of the operations.
struct PairInputs {
    a: Stream<[f32; 2]>,
    b: Stream<[f32; 2]>,
    /// Operand of roots: `b`, with a 0 here and there.
    squares: Stream<[f32; 2]>,
    /// The three operands as `f64`.
    numbers: [Vec<f64>; 3],
}

/// Results of the operations, and the dot product.
type PairResults = ([Stream<[f32; 2]>; 4], f64);

impl PairInputs {
    fn new(device: &Device, workload: &Workload) -> Result<PairInputs> {
        let [a, b] = build_input(device, workload);
        let squares: Vec<[f32; 2]> = b
            .iter()
            .enumerate()
            .map(|(i, pair)| if i % 11 == 2 { [0.0, 0.0] } else { *pair })
            .collect();
        let numbers = [joined(&a), joined(&b), joined(&squares)];
        Ok(PairInputs { a: device.stream(&a)?, b: device.stream(&b)?, squares: device.stream(&squares)?, numbers })
    }

    /// Returns the first operand; for roots, one that is nowhere below 0.
    fn first_operand(&self, operation: PairOperation) -> (&Stream<[f32; 2]>, &[f64]) {
        let [a, _, squares] = &self.numbers;
        if operation == PairOperation::SquareRoot { (&self.squares, squares) } else { (&self.a, a) }
    }

    fn run_operations(&self, device: &Device, rung: PairRung, dot: DotRung) -> Result<PairResults> {
        let of = |operation| rung(device, operation, self.first_operand(operation).0, &self.b);
        let [add, multiply, divide, root] = PairOperation::ALL;
        Ok(([of(add)?, of(multiply)?, of(divide)?, of(root)?], dot(device, &self.a, &self.b)?))
    }

    fn largest_errors(&self, (results, dot): &PairResults) -> Result<[f64; 5]> {
        let [a, b, _] = &self.numbers;
        let mut errors = [0.0; 5];
        for ((operation, result), error) in PairOperation::ALL.into_iter().zip(results).zip(&mut errors) {
            let first = self.first_operand(operation).1;
            let wanted = reference(operation, first, b);
            let given = joined(&result.read()?);
            if given.len() != wanted.len() {
                return Ok([f64::INFINITY; 5]);
            }
            let parts = first.iter().zip(b).map(|(a, b)| a.abs() + b.abs());
            for ((given, wanted), parts) in given.iter().zip(wanted).zip(parts) {
                let scale = if operation == PairOperation::Add { parts } else { wanted.abs() };
                *error = larger_error(*error, (given - wanted).abs() / scale.max(f64::MIN_POSITIVE));
            }
        }
        let wanted: f64 = multiply_elements(a, b).sum();
        let scale: f64 = multiply_elements(a, b).map(f64::abs).sum();
        errors[4] = larger_error(0.0, (dot - wanted).abs() / scale.max(f64::MIN_POSITIVE));
        Ok(errors)
    }
}

fn multiply_elements(a: &[f64], b: &[f64]) -> impl Iterator<Item = f64> {
    a.iter().zip(b).map(|(a, b)| a * b)
}

/// Returns the larger error; NaN counts as infinite.
fn larger_error(one: f64, other: f64) -> f64 {
    if other.is_nan() { f64::INFINITY } else { one.max(other) }
}

pub(super) fn trial(device: &Device, workload: &Workload, rung: PairRung) -> Result<Trial> {
    trial_with_dot(device, workload, rung, dot)
}

pub(super) fn trial_with_dot(device: &Device, workload: &Workload, rung: PairRung, dot: DotRung) -> Result<Trial> {
    let pairs = std::rc::Rc::new(PairInputs::new(device, workload)?);
    let bound = error_bound(device);
    let device = device.clone();
    let tried = pairs.clone();
    Ok(Trial::new(
        move || tried.run_operations(&device, rung, dot),
        move |results| {
            let errors = pairs.largest_errors(results)?;
            let error = errors.into_iter().fold(0.0, larger_error);
            Ok(Check::new(5 * pairs.numbers[0].len(), error, bound))
        },
    ))
}
