//! The fragment era: each pass makes a smaller texture.

use super::super::in_rows;
use super::{Operation, identity};
use crate::{Device, Element, Era, KernelSource, Result, Shape, Stream, fragment_kernel, kernel_pair};

const BLOCK: KernelSource = kernel_pair!("primitives/reduce");
const WIDE: KernelSource = fragment_kernel!("primitives/reduce_wide");
const PACKED: KernelSource = fragment_kernel!("primitives/reduce_packed");

/// The sides of the blocks of `fragment`, `fragment_wide` and `fragment_packed`, in texels.
pub(super) const SIDES: [usize; 3] = [2, 4, 8];

// ANCHOR: fragment
/// Blocks of 2x2 texels into one, pass after pass, until one is left.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    passes(device, operation, source, &operation.kernel(BLOCK), SIDES[0])
}

fn passes(
    device: &Device,
    operation: Operation,
    source: &Stream<f32>,
    kernel: &KernelSource,
    factor: usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    if source.is_empty() {
        return identity(&device, operation);
    }
    let kernel = device.kernel(kernel)?;
    let mut size = texels(source)?;
    let mut now: Option<Stream<f32>> = None; // the source at first, which is not ours to write
    while size != [1, 1] {
        size = size.map(|side| side.div_ceil(factor));
        let mut next = device.empty(shape(size))?;
        kernel
            .call()
            .gather("source", now.as_ref().unwrap_or(source))
            .output("result", &mut next)
            .run()?;
        now = Some(next);
    }
    match now {
        Some(now) => Ok(now),
        None => {
            let mut copy = device.empty(1)?;
            copy.copy_from(source)?;
            Ok(copy)
        }
    }
}
// ANCHOR_END: fragment

/// Blocks of 4x4 texels into one: half the passes.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment_wide(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    passes(device, operation, source, &operation.kernel(WIDE).define("FACTOR", SIDES[1]), SIDES[1])
}

/// The sum of the products of two streams of one shape: as [`fragment_wide`], with the product in the first pass.
pub(super) fn dot(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("reduce", "y", y)?;
    let size = texels(x)?.map(|side| side.div_ceil(SIDES[1]));
    let mut products = device.empty(shape(size))?;
    let kernel = Operation::Sum.kernel(WIDE).define("FACTOR", SIDES[1]).define("DOT", 1);
    device
        .kernel(&kernel)?
        .call()
        .gather("source", x)
        .gather("other", y)
        .output("result", &mut products)
        .run()?;
    if size == [1, 1] { Ok(products) } else { fragment_wide(&device, Operation::Sum, &products) }
}

/// Blocks of 8x8 texels of four elements each, lane by lane; the last pass combines the lanes too.
///
/// Lanes of the last texel that have no element hold the [identity](Operation::identity):
/// [`fours(elements, operation.identity())`](crate::algorithms::fours) makes such a stream.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment_packed(device: &Device, operation: Operation, source: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    if source.is_empty() {
        return identity(&device, operation);
    }
    let lanes = operation.kernel(PACKED).define("FACTOR", SIDES[2]);
    let mut size = texels(source)?;
    let mut now: Option<Stream<[f32; 4]>> = None;
    loop {
        size = size.map(|side| side.div_ceil(SIDES[2]));
        let source = now.as_ref().unwrap_or(source);
        if size == [1, 1] {
            let mut result = device.empty(1)?;
            device
                .kernel(&lanes.define("LAST", 1))?
                .call()
                .gather("source", source)
                .output("result", &mut result)
                .run()?;
            return Ok(result);
        }
        let mut next = device.empty(shape(size))?;
        device
            .kernel(&lanes)?
            .call()
            .gather("source", source)
            .output("result", &mut next)
            .run()?;
        now = Some(next);
    }
}

/// The passes that blocks of `factor` x `factor` need: the logarithm of the texture's longer side to the base `factor`, rounded up.
///
/// ```
/// use gristmill::algorithms::reduce::passes_of;
/// assert_eq!([passes_of([1024, 977], 2), passes_of([1024, 977], 8), passes_of([1, 1], 2)], [10, 4, 0]);
/// ```
pub fn passes_of(size: [usize; 2], factor: usize) -> usize {
    let mut side = size[0].max(size[1]);
    let mut passes = 0;
    while side > 1 {
        side = side.div_ceil(factor);
        passes += 1;
    }
    passes
}

/// Width and height of the texture.
fn texels<T: Element>(source: &Stream<T>) -> Result<[usize; 2]> {
    in_rows("reduce", "source", source)?;
    let [width, height, _] = source.plan().size();
    Ok([width, height])
}

/// The shape of a pass's result: two sides, so that it lies as it is; one element at the end.
fn shape(size: [usize; 2]) -> Shape {
    if size == [1, 1] { Shape::from(1) } else { Shape::from(size) }
}
