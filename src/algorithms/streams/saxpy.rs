//! Saxpy: `alpha * x + y` for every element, the map of the stream model.
//!
#![doc = table!()]
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::{fours, saxpy};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (x, y) = ([1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]);
//! let wanted = saxpy::reference(2.0, &x, &y);
//! assert_eq!(wanted, [12.0, 24.0, 36.0, 48.0]);
//! let (old_x, old_y) = (fragment.stream(&x)?, fragment.stream(&y)?);
//! let (new_x, new_y) = (compute.stream(&x)?, compute.stream(&y)?);
//! assert_eq!(saxpy(&device, 2.0, &new_x, &new_y)?.read()?, wanted);
//! assert_eq!(saxpy::fragment(&fragment, 2.0, &old_x, &old_y)?.read()?, wanted);
//! assert_eq!(saxpy::fragment_2005(&fragment, 2.0, &old_x, &old_y)?.read()?, wanted);
//! assert_eq!(saxpy::compute(&compute, 2.0, &new_x, &new_y)?.read()?, wanted);
//! assert_eq!(saxpy::compute_packed(&compute, 2.0, &new_x, &new_y)?.read()?, wanted);
//!
//! let (x, y) = (fragment.stream(&fours(&x, 0.0))?, fragment.stream(&fours(&y, 0.0))?); // four in a texel
//! assert_eq!(saxpy::fragment_packed(&fragment, 2.0, &x, &y)?.read()?.as_flattened(), wanted);
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::algorithms::{epsilon, fours};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};

rungs! {
    "alpha * x + y for every element", 1 << 20, trial;
    fragment: "one fragment per element", "1 pass; 12 bytes per element",
        "Lawson et al., Basic Linear Algebra Subprograms, 1979; Buck et al., Brook for GPUs, 2004 (its first application)";
    fragment_packed: "four elements in the channels of a texel", "1 pass; 12 bytes per element", "GPU Gems 2, chapter 33",
        by packed_trial;
    fragment_2005: "one fragment per element, read by texture coordinates", "1 pass; 12 bytes per element",
        "Buck et al., Brook for GPUs, 2004; Krüger and Westermann, Linear Algebra Operators, 2003", on "radeon-9700";
    compute: "one invocation per element", "1 dispatch; 12 bytes per element", "Red Book 8, chapter 12";
    compute_packed: "four elements per invocation, read as vec4", "1 dispatch; 12 bytes per element", "vec4 loads";
}

const SAXPY: KernelSource = kernel_pair!("streams/saxpy");
const OF_2005: KernelSource = fragment_kernel!("streams/saxpy_2005");
const PACKED_FRAGMENT: KernelSource = fragment_kernel!("streams/saxpy_packed");
const PACKED_COMPUTE: KernelSource = compute_kernel!("streams/saxpy_packed");

/// Computes `alpha * x + y`, in the device's era. `x` and `y` have one shape, and the result has it too.
///
/// # Errors
/// [`crate::Error::Call`] if the shapes differ.
pub fn saxpy(device: &Device, alpha: f32, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, alpha, x, y),
        Era::Compute => compute(device, alpha, x, y),
    }
}

// ANCHOR: reference
/// Computes the same by a loop on the host.
pub fn reference(alpha: f32, x: &[f32], y: &[f32]) -> Vec<f32> {
    x.iter().zip(y).map(|(x, y)| alpha * x + y).collect()
}
// ANCHOR_END: reference

/// One fragment per element.
///
/// # Errors
/// As [`saxpy`].
pub fn fragment(device: &Device, alpha: f32, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    run_map(&device.with_era(Era::Fragment)?, &SAXPY, "result", alpha, x, y)
}

/// One fragment per element by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// # Errors
/// As [`saxpy`].
pub fn fragment_2005(device: &Device, alpha: f32, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    run_map(&device.with_era(Era::Fragment)?, &OF_2005, "gl_FragColor", alpha, x, y)
}

/// One invocation per element.
///
/// # Errors
/// As [`saxpy`].
pub fn compute(device: &Device, alpha: f32, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    run_map(&device.with_era(Era::Compute)?, &SAXPY, "result", alpha, x, y)
}

fn run_map(
    device: &Device,
    kernel: &KernelSource,
    output: &str,
    alpha: f32,
    x: &Stream<f32>,
    y: &Stream<f32>,
) -> Result<Stream<f32>> {
    let mut result = device.uninit(x.shape())?;
    device
        .kernel(kernel)?
        .call()
        .uniform("alpha", alpha)
        .input("x", x)
        .input("y", y)
        .output(output, &mut result)
        .run()?;
    Ok(result)
}

/// Four elements per fragment, one in each channel of a texel: the era's own way to do more work per pass.
///
/// # Errors
/// As [`saxpy`].
pub fn fragment_packed(
    device: &Device,
    alpha: f32,
    x: &Stream<[f32; 4]>,
    y: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.uninit(x.shape())?;
    device
        .kernel(&PACKED_FRAGMENT)?
        .call()
        .uniform("alpha", alpha)
        .input("x", x)
        .input("y", y)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Four elements per invocation, read and written as one vec4.
///
/// # Errors
/// As [`saxpy`].
pub fn compute_packed(device: &Device, alpha: f32, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.uninit(x.shape())?;
    device
        .kernel(&PACKED_COMPUTE)?
        .call()
        .uniform("alpha", alpha)
        .input("x", x)
        .input("y", y)
        .output("result", &mut result)
        .elements(x.len().div_ceil(4))
        .run()?;
    Ok(result)
}

/// Error bound: products and sums round once each, or once together if the backend fuses them. That is two units in the
/// last place of numbers below 4, or three if the inputs are rounded too.
fn error_bound(device: &Device) -> f64 {
    3.0 * 4.0 * epsilon(device)
}

const ALPHA: f32 = 2.5;

type SaxpyRung = fn(&Device, f32, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, rung: SaxpyRung) -> Result<Trial> {
    let x = workload.floats(0);
    let y = workload.floats(1);
    let wanted = reference(ALPHA, &x, &y);
    let x = device.stream(&x)?;
    let y = device.stream(&y)?;
    let bound = error_bound(device);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, ALPHA, &x, &y),
        move |result| Ok(Check::within(&result.read()?, &wanted, bound)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let x = workload.floats(0);
    let y = workload.floats(1);
    let wanted = reference(ALPHA, &x, &y);
    let x = device.stream(&fours(&x, 0.0))?;
    let y = device.stream(&fours(&y, 0.0))?;
    let bound = error_bound(device);
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_packed(&device, ALPHA, &x, &y),
        move |result| Ok(Check::within(&result.read()?.as_flattened()[..wanted.len()], &wanted, bound)),
    ))
}
