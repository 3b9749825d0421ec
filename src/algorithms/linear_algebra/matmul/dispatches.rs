//! The compute era: plain, tiled in shared memory, and blocked in registers.

use super::{MATMUL, PACK};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const TILED: KernelSource = compute_kernel!("linear_algebra/matmul_tiled");
const REGISTERS: KernelSource = compute_kernel!("linear_algebra/matmul_registers");
const BLOCKS: KernelSource = compute_kernel!("linear_algebra/matmul_blocks");

/// Products of each sum that one dispatch adds, at most: a kernel's loops are cut off after 65,535 rounds in all on some drivers, with no
/// error.
const RANGE: usize = 4096;

/// The largest extents of what [`registers`] packs into textures at once: all machines have textures of this size.
const PANEL: usize = 4096;

/// The side of the square that each lane of matmul_registers.comp has in its registers, and how many of these are side by side in a group.
const SQUARE: usize = 8;
const SQUARES: usize = 8;

/// One element an invocation.
pub(super) fn plain(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    ranges(device, &MATMUL, a, b, |rows, columns| rows * columns)
}

/// A tile of 16 x 16 elements a work group, one element a lane.
pub(super) fn tiled(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    ranges(device, &TILED, a, b, |rows, columns| rows.div_ceil(16) * columns.div_ceil(16) * 256)
}

/// A block of 128 x 128 elements a work group, 64 elements a lane.
pub(super) fn blocks(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    ranges(device, &BLOCKS, a, b, |rows, columns| rows.div_ceil(128) * columns.div_ceil(128) * 256)
}

/// A range of the products of every sum a dispatch, by as many lanes as `lanes` says for so many rows and columns.
fn ranges(
    device: &Device,
    kernel: &KernelSource,
    a: &Stream<f32>,
    b: &Stream<f32>,
    lanes: fn(usize, usize) -> usize,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let [rows, inner, columns] = super::sizes(&device, a, b)?;
    let kernel = device.kernel(kernel)?;
    // ANCHOR: ranges
    let mut result = device.empty([columns, rows])?;
    for first in (0..inner).step_by(RANGE) {
        let last = inner.min(first + RANGE);
        let call = kernel.call().uniform("first", first as i32).uniform("last", last as i32);
        call.gather("a", a)
            .gather("b", b)
            .update("result", &mut result)
            .elements(lanes(rows, columns))
            .run()?;
    }
    // ANCHOR_END: ranges
    Ok(result)
}

/// Panels of both matrices packed into textures, and the product of each two added to the result.
pub(super) fn registers(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let [rows, inner, columns] = super::sizes(&device, a, b)?;
    let mut result = device.empty([columns, rows])?;
    let kernel = device.kernel(&REGISTERS)?;
    // ANCHOR: registers
    for k in panels(inner) {
        for row in panels(rows) {
            let a = pack(&device, a, [k, row], [4, SQUARE])?;
            for column in panels(columns) {
                let b = pack(&device, b, [column, k], [SQUARE, 4])?;
                let groups = a.shape().extent(1) / SQUARE * b.shape().extent(0).div_ceil(SQUARES * SQUARE / 4);
                let call = kernel
                    .call()
                    .uniform("corner", corner(column, row))
                    .uniform("end", end(column, row));
                call.gather("a", &a)
                    .gather("b", &b)
                    .update("result", &mut result)
                    .elements(groups * SQUARES)
                    .run()?;
            }
        }
    }
    // ANCHOR_END: registers
    Ok(result)
}

/// From an index to before another one.
type Panel = [usize; 2];

/// So many rows or columns, cut into panels.
fn panels(extent: usize) -> impl Iterator<Item = Panel> {
    (0..extent).step_by(PANEL).map(move |first| [first, extent.min(first + PANEL)])
}

fn corner(columns: Panel, rows: Panel) -> [i32; 2] {
    [columns[0] as i32, rows[0] as i32]
}

fn end(columns: Panel, rows: Panel) -> [i32; 2] {
    [columns[1] as i32, rows[1] as i32]
}

/// Some columns and rows of a matrix in a texture, four columns a texel, filled up with zeros to multiples of so many columns and rows.
fn pack(
    device: &Device,
    source: &Stream<f32>,
    [columns, rows]: [Panel; 2],
    multiples: [usize; 2],
) -> Result<Stream<[f32; 4]>> {
    let whole = |[first, end]: Panel, multiple: usize| (end - first).next_multiple_of(multiple);
    let shape = [whole(columns, multiples[0]) / 4, whole(rows, multiples[1])];
    let mut packed = device.empty_in(crate::Layout::Packed, shape)?;
    let kernel = device.kernel(&PACK)?;
    let call = kernel
        .call()
        .uniform("corner", corner(columns, rows))
        .uniform("end", end(columns, rows));
    call.gather("source", source).output("result", &mut packed).run()?;
    Ok(packed)
}
