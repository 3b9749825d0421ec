//! The compute era on the lanes of a CPU: 8 x 8 sums in the registers of each lane, from textures packed by fours.

use super::{PACK, check_sizes};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, compute_kernel};

const REGISTERS: KernelSource = compute_kernel!("linear_algebra/matmul_registers");

/// Maximum extent that is packed into a texture at once: all devices have textures of this size.
pub(super) const PANEL: usize = 4096;

/// Side of the square that each lane of matmul_registers.comp has in its registers, and the count of squares side
/// by side in a group.
const SQUARE: usize = 8;
const SQUARES: usize = 8;

/// Computes 8 x 8 elements in the registers of each lane, from textures packed by fours. For devices whose lanes
/// are those of a CPU.
///
/// Packs panels of both matrices, and adds the product of each two to the result.
///
/// Source: Volkov and Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008: registers are the
/// fastest memory and the largest.
///
/// # Errors
/// As [`super::matmul()`].
pub fn compute_registers(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    let mut result = device.empty([columns, rows])?;
    let kernel = device.kernel(&REGISTERS)?;
    // ANCHOR: registers
    for k in split_panels(inner) {
        for row in split_panels(rows) {
            let a = pack_panel(&device, a, [k, row], [4, SQUARE])?;
            for column in split_panels(columns) {
                let b = pack_panel(&device, b, [column, k], [SQUARE, 4])?;
                let groups = a.shape().extent(1) / SQUARE * b.shape().extent(0).div_ceil(SQUARES * SQUARE / 4);
                kernel
                    .call()
                    .uniform("corner", first_corner(column, row))
                    .uniform("end", end_corner(column, row))
                    .gather("a", &a)
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

/// Indices from the first to before the last.
type PanelRange = [usize; 2];

/// Cuts `extent` rows or columns into panels.
fn split_panels(extent: usize) -> impl Iterator<Item = PanelRange> {
    (0..extent).step_by(PANEL).map(move |first| [first, extent.min(first + PANEL)])
}

fn first_corner(columns: PanelRange, rows: PanelRange) -> [i32; 2] {
    [columns[0] as i32, rows[0] as i32]
}

fn end_corner(columns: PanelRange, rows: PanelRange) -> [i32; 2] {
    [columns[1] as i32, rows[1] as i32]
}

/// Packs some columns and rows of a matrix in a texture, four columns per texel, padded with zeros to `multiples` of
/// columns and rows.
fn pack_panel(
    device: &Device,
    source: &Stream<f32>,
    [columns, rows]: [PanelRange; 2],
    multiples: [usize; 2],
) -> Result<Stream<[f32; 4]>> {
    let shape = [pad_length(columns, multiples[0]) / 4, pad_length(rows, multiples[1])];
    let mut packed = device.empty_in(Layout::Packed, shape)?;
    device
        .kernel(&PACK)?
        .call()
        .uniform("corner", first_corner(columns, rows))
        .uniform("end", end_corner(columns, rows))
        .gather("source", source)
        .output("result", &mut packed)
        .run()?;
    Ok(packed)
}

fn pad_length([first, end]: PanelRange, multiple: usize) -> usize {
    (end - first).next_multiple_of(multiple)
}
