//! Pairs of floats: 44 bits and more of a number on hardware with 24.
//!
#![doc = table!()]
//!
//! A pair is an element of two channels, `[near, rest]`: the float nearest to the number, and the float nearest to the
//! remaining difference. [`split`] converts `f64` to pairs, [`joined`] converts pairs to `f64`.
//!
//! Sources: Knuth, The Art of Computer Programming 2, 1969, section 4.2.2 (sums); Dekker, A
//! Floating-Point Technique for Extending the Available Precision, 1971 (products); Da Graca and
//! Defour, Implementation of float-float operators on graphics hardware, 2006.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::double_single::{self, PairOperation, joined, split};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (a, b) = (split(&[1.0, 2.0]), split(&[3.0, 7.0]));
//! let thirds = double_single::reference(PairOperation::Divide, &joined(&a), &joined(&b));
//! let [old_a, old_b] = [fragment.stream(&a)?, fragment.stream(&b)?];
//! let [new_a, new_b] = [compute.stream(&a)?, compute.stream(&b)?];
//! for quotients in [
//!     double_single::fragment(&fragment, PairOperation::Divide, &old_a, &old_b)?,
//!     double_single::fragment_2005(&fragment, PairOperation::Divide, &old_a, &old_b)?,
//!     double_single::compute(&compute, PairOperation::Divide, &new_a, &new_b)?,
//! ] {
//!     let error = (joined(&quotients.read()?)[0] - thirds[0]).abs();
//!     assert!(error < 1e-13, "a float alone is off by 1e-8, the pair by {error:e}");
//! }
//! for dot in [
//!     double_single::dot(&fragment, &old_a, &old_b)?,
//!     double_single::dot_2005(&fragment, &old_a, &old_b)?,
//!     double_single::dot(&compute, &new_a, &new_b)?,
//! ] {
//!     assert_eq!(dot, 17.0);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod sum;
mod trial;

use crate::card::FloatFormat;
use crate::{Device, DeviceKind, Era, KernelSource, Result, Stream, fragment_kernel, kernel_pair};
use trial::trial;

pub use sum::{dot, dot_2005};
pub use trial::errors;

rungs! {
    "sums, products, quotients, roots and a dot product of pairs of floats", 1 << 18, trial;
    fragment: "one fragment per pair; blocks of 2x2 added up", "1 pass per operation; 24 bytes per element",
        "Da Graca and Defour, Implementation of float-float operators on graphics hardware, 2006";
    fragment_2005: "the same in GLSL 1.10", "1 pass per operation; 24 bytes per element",
        "Da Graca and Defour 2006", on "radeon-9700",
        by |device, workload| trial::trial_with_dot(device, workload, fragment_2005, dot_2005);
    compute: "one invocation per pair; a tree per work group", "1 dispatch per operation; 24 bytes per element",
        "Dekker, A Floating-Point Technique for Extending the Available Precision, 1971";
}

const PAIRS: KernelSource = kernel_pair!("numbers/double_single");
const OF_2005: KernelSource = fragment_kernel!("numbers/double_single_2005");

/// An operation on two pairs.
///
/// ```
/// use gristmill::algorithms::double_single::{PairOperation, reference};
/// let roots_and_more = PairOperation::ALL.map(|operation| reference(operation, &[4.0], &[2.0])[0]);
/// assert_eq!(roots_and_more, [6.0, 8.0, 2.0, 2.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairOperation {
    /// Sum of both.
    Add,
    /// Product of both.
    Multiply,
    /// Quotient of the first and the second; the first if the second is 0.
    Divide,
    /// Square root of the first, ignoring the second; 0 if the first is not above 0.
    SquareRoot,
}

impl PairOperation {
    /// All of them.
    pub const ALL: [PairOperation; 4] =
        [PairOperation::Add, PairOperation::Multiply, PairOperation::Divide, PairOperation::SquareRoot];
}

/// Applies the operation to every element of two streams of pairs, in the device's era. Both have one shape, and the
/// result has it too.
///
/// ```
/// use gristmill::algorithms::double_single::{PairOperation, double_single, joined, split};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let [one, tiny] = [device.stream(&split(&[1.0]))?, device.stream(&split(&[1e-12]))?];
/// let sum = joined(&double_single(&device, PairOperation::Add, &one, &tiny)?.read()?)[0];
/// assert!((sum - (1.0 + 1e-12)).abs() < 1e-14);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] if the shapes differ.
pub fn double_single(
    device: &Device,
    operation: PairOperation,
    a: &Stream<[f32; 2]>,
    b: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    match device.era() {
        Era::Fragment => fragment(device, operation, a, b),
        Era::Compute => compute(device, operation, a, b),
    }
}

// ANCHOR: reference
/// Computes the same operation by a loop on the host, in `f64`.
pub fn reference(operation: PairOperation, a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter()
        .zip(b)
        .map(|(a, b): (&f64, &f64)| match operation {
            PairOperation::Add => a + b,
            PairOperation::Multiply => a * b,
            PairOperation::Divide => a / if *b == 0.0 { 1.0 } else { *b },
            PairOperation::SquareRoot => a.max(0.0).sqrt(),
        })
        .collect()
}
// ANCHOR_END: reference

/// Converts numbers to pairs: the nearest float, and the float nearest to the difference.
///
/// ```
/// use gristmill::algorithms::double_single::{joined, split};
/// assert_eq!(split(&[0.5])[0], [0.5, 0.0]);
/// assert!((joined(&split(&[0.1]))[0] - 0.1).abs() < 1e-16);
/// ```
pub fn split(numbers: &[f64]) -> Vec<[f32; 2]> {
    numbers
        .iter()
        .map(|&number: &f64| [number as f32, (number - f64::from(number as f32)) as f32])
        .collect()
}

/// Converts pairs to the numbers that they represent.
pub fn joined(pairs: &[[f32; 2]]) -> Vec<f64> {
    pairs.iter().map(|[near, rest]| f64::from(*near) + f64::from(*rest)).collect()
}

/// One fragment per pair.
///
/// # Errors
/// As [`double_single()`].
pub fn fragment(
    device: &Device,
    operation: PairOperation,
    a: &Stream<[f32; 2]>,
    b: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    run_operation(&device.with_era(Era::Fragment)?, operation, a, b)
}

/// One fragment per pair, by a kernel of GLSL 1.10.
///
/// # Errors
/// As [`double_single()`].
pub fn fragment_2005(
    device: &Device,
    operation: PairOperation,
    a: &Stream<[f32; 2]>,
    b: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(a.shape())?;
    device
        .kernel(&define_splitter(&device, OF_2005).define("OPERATION", operation as i32))?
        .call()
        .uniform("one", 1.0)
        .input("a", a)
        .input("b", b)
        .output("gl_FragColor", &mut result)
        .run()?;
    Ok(result)
}

/// One invocation per pair.
///
/// # Errors
/// As [`double_single()`].
pub fn compute(
    device: &Device,
    operation: PairOperation,
    a: &Stream<[f32; 2]>,
    b: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    run_operation(&device.with_era(Era::Compute)?, operation, a, b)
}

fn run_operation(
    device: &Device,
    operation: PairOperation,
    a: &Stream<[f32; 2]>,
    b: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    let mut result = device.empty(a.shape())?;
    device
        .kernel(&define_splitter(device, PAIRS).define("OPERATION", operation as i32))?
        .call()
        .input("a", a)
        .input("b", b)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Defines the constant by which a kernel splits a float in two: for floats of 24 bits, or for the 17 of a Radeon that
/// an emulator plays.
fn define_splitter(device: &Device, kernel: KernelSource) -> KernelSource {
    let card = device.card().filter(|_| device.info().kind == DeviceKind::Emulator);
    match card.map(|card| card.arithmetic.value.format) {
        Some(FloatFormat::Fp24) => kernel.define("SPLITTER", "513.0"),
        _ => kernel,
    }
}
