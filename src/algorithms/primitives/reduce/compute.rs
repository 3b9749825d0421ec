//! The compute era: the ladder from a dispatch a level to a share a lane.

use super::super::in_rows;
use super::{Operation, identity};
use crate::{Call, Device, Element, Era, KernelSource, Result, Stream, compute_kernel, kernel_pair};

const SHARES: KernelSource = kernel_pair!("primitives/reduce");
const IMAGE: KernelSource = compute_kernel!("primitives/reduce_image");
const SHARED: KernelSource = compute_kernel!("primitives/reduce_shared");
const LEVELS: KernelSource = compute_kernel!("primitives/reduce_levels");
const ATOMIC: KernelSource = compute_kernel!("primitives/reduce_atomic");
const ATOMIC_GROUP: KernelSource = compute_kernel!("primitives/reduce_atomic_group");
const DECODE: KernelSource = compute_kernel!("primitives/reduce_decode");

/// Invocations of a work group in the kernels whose group is always the same.
pub(super) const GROUP: usize = 256;

// ANCHOR: compute
/// A share of the elements for each lane, a tree for each group, and one more group for the groups' results.
///
/// How many lanes there are, and whether a lane's share is a stretch of its own or the lanes take turns, follows the machine.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let split = Split::of(&device, source.len().div_ceil(4));
    shares(&device, operation, source, SHARES, split)
}

fn shares<T: Element>(
    device: &Device,
    operation: Operation,
    source: &Stream<T>,
    kernel: KernelSource,
    split: Split,
) -> Result<Stream<f32>> {
    if source.is_empty() {
        return identity(device, operation);
    }
    let mut result = device.empty(split.groups)?;
    let kernel = device.kernel(&operation.kernel(kernel).define("LANES", split.lanes))?;
    split
        .call(kernel.call())
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    if split.groups == 1 {
        return Ok(result);
    }
    shares(device, operation, &result, SHARES, split.one_group())
}
// ANCHOR_END: compute

/// The sum of the products of two streams of one shape: as [`compute`], with the product where an element is loaded.
pub(super) fn dot(device: &Device, x: &Stream<f32>, y: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let split = Split::of(&device, x.len().div_ceil(4));
    let mut result = device.empty(split.groups)?;
    let kernel = device.kernel(&Operation::Sum.kernel(SHARES).define("LANES", split.lanes).define("DOT", 1))?;
    split
        .call(kernel.call())
        .gather("source", x)
        .gather("other", y)
        .output("result", &mut result)
        .run()?;
    if split.groups == 1 {
        return Ok(result);
    }
    shares(&device, Operation::Sum, &result, SHARES, split.one_group())
}

/// As [`compute`], but from a texture read as an image, four elements a texel.
///
/// Lanes of the last texel that have no element hold the [identity](Operation::identity). The stream is of [`crate::Layout::Packed`]: the
/// fragment era's, or one made by [`Device::stream_in`].
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_image(device: &Device, operation: Operation, source: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    in_rows("reduce", "source", source)?;
    shares(&device, operation, source, IMAGE, Split::of(&device, source.len()))
}

// ANCHOR: split
/// How the fours of a source are shared out among lanes.
#[derive(Debug, Clone, Copy)]
struct Split {
    /// Lanes of a group.
    lanes: usize,
    groups: usize,
    /// Fours of a lane, at most.
    share: usize,
    /// Whether a lane's share is one stretch; else the lanes take turns.
    stretch: bool,
}

impl Split {
    /// A CPU that plays GPU wants few groups of as many lanes as its vectors have, and a stretch of memory for each: its caches fetch ahead.
    /// A GPU wants many groups of many lanes that take turns, so that neighbouring lanes load neighbouring fours in one go.
    fn of(device: &Device, fours: usize) -> Split {
        let stretch = device.info().name.contains("llvmpipe");
        // llvmpipe ends a shader without a word after 65,535 iterations of all its loops, hence the longest share.
        let (lanes, groups, least, most) = if stretch { (8, 16, 64, 1 << 15) } else { (256, 1024, 4, usize::MAX) };
        let wanted = fours.div_ceil(lanes * least).clamp(1, groups);
        let groups = wanted.max(fours.div_ceil(lanes).div_ceil(most));
        Split { lanes, groups, share: 0, stretch }.over(fours)
    }

    /// For so many fours.
    fn over(self, fours: usize) -> Split {
        Split { share: fours.div_ceil(self.lanes * self.groups), ..self }
    }

    /// One group for the results of these.
    fn one_group(self) -> Split {
        Split { groups: 1, ..self }.over(self.groups.div_ceil(4))
    }

    fn call<'a>(&self, call: Call<'a>) -> Call<'a> {
        let (apart, stride) = if self.stretch { (self.share, 1) } else { (1, self.lanes * self.groups) };
        call.uniform("apart", apart as i32)
            .uniform("stride", stride as i32)
            .uniform("share", self.share as i32)
            .groups([self.groups as u32, 1, 1])
    }
    // ANCHOR_END: split

    /// The additions that an element goes through: in its lane's total, at the end of a source, among four lanes, in the tree.
    fn additions(&self) -> usize {
        self.share + 1 + 2 + self.lanes.ilog2() as usize
    }
}

/// The most additions that an element goes through in [`compute`] and [`compute_image`] of so many elements.
pub(super) fn additions(device: &Device, elements: usize) -> usize {
    let split = Split::of(device, elements.div_ceil(4));
    split.additions() + split.one_group().additions()
}

// ANCHOR: compute_shared
/// A tree in shared memory for each group of elements, again and again until one is left.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_shared(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    if source.is_empty() {
        return identity(&device, operation);
    }
    let kernel = device.kernel(&operation.kernel(SHARED))?;
    let level = |source: &Stream<f32>| {
        let mut result = device.empty(source.len().div_ceil(GROUP))?;
        kernel
            .call()
            .gather("source", source)
            .output("result", &mut result)
            .elements(source.len())
            .run()?;
        Ok(result)
    };
    let mut result = level(source)?;
    while result.len() > 1 {
        result = level(&result)?;
    }
    Ok(result)
}
// ANCHOR_END: compute_shared

// ANCHOR: compute_levels
/// A dispatch for each level of a binary tree, all levels in one array.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_levels(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    if source.is_empty() {
        return identity(&device, operation);
    }
    let kernel = operation.kernel(LEVELS);
    let (first, others) = (device.kernel(&kernel.clone().define("FIRST", 1))?, device.kernel(&kernel)?);
    let mut width = source.len().next_power_of_two().max(2) / 2;
    let mut levels = device.empty(2 * width)?;
    let mut count = source.len();
    let call = first.call().uniform("width", width as i32).uniform("count", count as i32);
    call.gather("source", source)
        .update("levels", &mut levels)
        .elements(width)
        .run()?;
    while width > 1 {
        count = count.div_ceil(2);
        width /= 2;
        let call = others.call().uniform("width", width as i32).uniform("count", count as i32);
        call.update("levels", &mut levels).elements(width).run()?;
    }
    let mut result = device.empty(1)?;
    result.copy_range(0, &levels, 1..2)?;
    Ok(result)
}
// ANCHOR_END: compute_levels

/// Every element into one cell by an atomic operation of its own.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_atomic(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    atomic(device, operation, source, ATOMIC)
}

/// Every element into its group's cell, and each of those into one cell, by atomic operations.
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_atomic_group(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    atomic(device, operation, source, ATOMIC_GROUP)
}

// ANCHOR: compute_atomic
fn atomic(device: &Device, operation: Operation, source: &Stream<f32>, kernel: KernelSource) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let mut cell = device.stream(&[code(operation)])?;
    let mut result = device.empty(1)?;
    let kernel = device.kernel(&operation.kernel(kernel))?;
    kernel
        .call()
        .gather("source", source)
        .update("cell", &mut cell)
        .elements(source.len())
        .run()?;
    let decode = device.kernel(&operation.kernel(DECODE))?;
    decode.call().gather("cell", &cell).output("result", &mut result).run()?;
    Ok(result)
}
// ANCHOR_END: compute_atomic

/// What reduce_atomic.glsl encodes the identity as: what a cell holds before anything is combined into it.
fn code(operation: Operation) -> u32 {
    let bits = operation.identity().to_bits();
    match operation {
        Operation::Min => bits | 0x8000_0000,
        Operation::Max => !bits,
        Operation::Sum => bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::algorithms::reduce::{bound, reference};
    use crate::algorithms::{Workload, fours};

    /// Whatever the machine, the splits for both kinds.
    #[test]
    fn stretches_and_turns_agree() -> Result<()> {
        let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
        for size in [1, 3, 4, 5, 255, 1023, 1024, 1025, 4097, 65_537] {
            let numbers = Workload::new(size, 7).floats(0);
            let scalars = device.stream(&numbers)?;
            for operation in Operation::ALL {
                let texels =
                    device.stream_in(Layout::Packed, size.div_ceil(4), &fours(&numbers, operation.identity()))?;
                let allowed = if operation == Operation::Sum { bound(size, &numbers) } else { 0.0 };
                for (lanes, groups, stretch) in
                    [(8, 1, true), (8, 3, true), (256, 1, false), (64, 5, false), (256, 40, false)]
                {
                    let split = Split { lanes, groups, share: 0, stretch }.over(size.div_ceil(4));
                    for result in [
                        shares(&device, operation, &scalars, SHARES, split)?,
                        shares(&device, operation, &texels, IMAGE, split)?,
                    ] {
                        let error = f64::from(result.read()?[0]) - reference(operation, &numbers);
                        assert!(error.abs() <= allowed, "{operation:?} of {size} by {split:?}: {error}");
                    }
                }
            }
        }
        Ok(())
    }
}
