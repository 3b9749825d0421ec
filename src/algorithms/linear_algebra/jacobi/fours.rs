//! Grids of fours: four cells of a row in the channels of an element, in both eras.

use super::{check_grid, repeat_sweeps};
use crate::{Device, DeviceKind, Era, Error, KernelSource, Result, Stream, compute_kernel, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("linear_algebra/jacobi_packed");
const COLUMNS: KernelSource = compute_kernel!("linear_algebra/jacobi_columns");

/// Runs one fragment per texel of four cells. `b` and `x` are results of [`packed`], with rows of `width` cells.
///
/// # Errors
/// As [`super::jacobi()`], and if `width` is not that of the grid.
pub fn fragment_packed(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    check_width(width, x)?;
    let kernel = device.kernel(&PACKED)?;
    repeat_sweeps(&device, sweeps, x, |x, result| {
        kernel
            .call()
            .uniform("width", width as i32)
            .gather("x", x)
            .input("b", b)
            .output("result", result)
            .run()
    })
}

/// Runs lanes that walk down a column of fours with three rows in registers, so that each four is loaded once.
/// Streams as in [`fragment_packed`].
///
/// # Errors
/// As [`fragment_packed`].
pub fn compute_columns(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Compute)?;
    check_width(width, x)?;
    let kernel = device.kernel(&COLUMNS)?;
    // A CPU needs few lanes, a GPU many.
    let rows: usize = match device.suited_to() {
        DeviceKind::Cpu => 64,
        _ => 8,
    };
    let [fours_per_row, height] = [x.shape().extent(0), x.shape().extent(1)];
    let lanes = fours_per_row * height.div_ceil(rows);
    repeat_sweeps(&device, sweeps, x, |x, result| {
        kernel
            .call()
            .uniform("width", width as i32)
            .uniform("rows", rows as i32)
            .gather("x", x)
            .input("b", b)
            .output("result", result)
            .elements(lanes)
            .run()
    })
}

/// Packs four cells of a row in each element, and pads rows with zeros: returns the shape and the elements.
///
/// ```
/// use gristmill::algorithms::jacobi::packed;
/// let (shape, elements) = packed(3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!((shape, elements), ([1, 2], vec![[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0]]));
/// ```
pub fn packed(width: usize, cells: &[f32]) -> ([usize; 2], Vec<[f32; 4]>) {
    let rows = cells.chunks(width.max(1));
    let shape = [width.div_ceil(4), rows.len()];
    (shape, rows.flat_map(|row| crate::algorithms::fours(row, 0.0)).collect())
}

/// Unpacks the cells of such a grid, row after row.
pub fn unpacked(width: usize, elements: &[[f32; 4]]) -> Vec<f32> {
    let rows = elements.chunks(width.div_ceil(4).max(1));
    rows.flat_map(|row| &row.as_flattened()[..width.min(4 * row.len())])
        .copied()
        .collect()
}

pub(super) fn check_width(width: usize, x: &Stream<[f32; 4]>) -> Result<()> {
    check_grid(x)?;
    let fours = x.shape().extent(0);
    if width.div_ceil(4) == fours {
        return Ok(());
    }
    Err(Error::call(
        "jacobi",
        format!("rows of {width} cells given, but x has {fours} fours per row; packed() makes it fit"),
    ))
}
