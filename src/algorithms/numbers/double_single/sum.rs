//! Sums of pairs, and the dot product that uses them.

use super::{PairOperation, define_splitter, double_single, fragment_2005, joined};
use crate::algorithms::primitives::in_rows;
use crate::{Device, Era, KernelSource, Result, Shape, Stream, fragment_kernel, kernel_pair};

const SUM: KernelSource = kernel_pair!("numbers/double_single_sum");
const OF_2005: KernelSource = fragment_kernel!("numbers/double_single_sum_2005");

/// Pairs that a work group adds up.
const GROUP: usize = 256;

/// Computes the dot product of two streams of pairs, in the device's era; 0 for empty ones.
///
/// ```
/// use gristmill::algorithms::double_single::{dot, split};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&split(&[1e6, 1e-6]))?;
/// assert!((dot(&device, &numbers, &numbers)? - (1e12 + 1e-12)).abs() < 0.1);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] if the shapes differ or a stream does not have the era's own layout.
pub fn dot(device: &Device, a: &Stream<[f32; 2]>, b: &Stream<[f32; 2]>) -> Result<f64> {
    let products = double_single(device, PairOperation::Multiply, a, b)?;
    match device.era() {
        Era::Fragment => sum_by_passes(device, products),
        Era::Compute => sum_by_groups(device, products),
    }
}

/// Computes the dot product by kernels in GLSL 1.10.
///
/// # Errors
/// As [`dot`].
pub fn dot_2005(device: &Device, a: &Stream<[f32; 2]>, b: &Stream<[f32; 2]>) -> Result<f64> {
    let device = device.with_era(Era::Fragment)?;
    let products = fragment_2005(&device, PairOperation::Multiply, a, b)?;
    sum_by_halves(&device, products)
}

// ANCHOR: passes
/// Adds up blocks of 2x2 texels, pass after pass.
fn sum_by_passes(device: &Device, products: Stream<[f32; 2]>) -> Result<f64> {
    in_rows("double_single_sum", "a", &products)?;
    let kernel = device.kernel(&define_splitter(device, SUM))?;
    let [width, height, _] = products.plan().size();
    let mut now = products;
    let mut size = [width, height];
    while size.iter().any(|side| *side > 1) {
        size = size.map(|side| side.div_ceil(2));
        let mut next = device.empty(Shape::from(size))?;
        kernel.call().gather("source", &now).output("result", &mut next).run()?;
        now = next;
    }
    read_first(&now)
}
// ANCHOR_END: passes

/// Adds each pair to its neighbour, along the rows until they are one texel wide, then along the column.
fn sum_by_halves(device: &Device, products: Stream<[f32; 2]>) -> Result<f64> {
    in_rows("double_single_sum_2005", "a", &products)?;
    let kernel = device.kernel(&define_splitter(device, OF_2005))?;
    let [width, height, _] = products.plan().size();
    let mut now = products;
    let mut size = [width, height];
    for (axis, along) in [[1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
        while size[axis] > 1 {
            size[axis] = size[axis].div_ceil(2);
            let mut next = device.empty(Shape::from(size))?;
            let call = kernel.call().uniform("one", 1.0).uniform("along", along).gather("source", &now);
            call.output("gl_FragColor", &mut next).run()?;
            now = next;
        }
    }
    read_first(&now)
}

/// Adds up the pairs of each work group, dispatch after dispatch.
fn sum_by_groups(device: &Device, products: Stream<[f32; 2]>) -> Result<f64> {
    let kernel = device.kernel(&SUM)?;
    let mut now = products;
    while now.len() > 1 {
        let mut next = device.empty(now.len().div_ceil(GROUP))?;
        let groups = kernel.call().gather("source", &now).elements(now.len());
        groups.output("result", &mut next).run()?;
        now = next;
    }
    read_first(&now)
}

fn read_first(sum: &Stream<[f32; 2]>) -> Result<f64> {
    Ok(joined(&sum.read()?).first().copied().unwrap_or(0.0))
}
