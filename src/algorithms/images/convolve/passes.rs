//! The fragment era: a pass along the rows and one along the columns, plain and by fours.

use super::{CONVOLVE, checked};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("images/convolve_packed");

/// The names of an array's items.
pub(super) fn items(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("weights[{at}]")).collect()
}

/// One pixel a texel.
pub(super) fn plain(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let (shape, weights) = checked(source.shape(), weights)?;
    let kernel = CONVOLVE
        .define("TYPE", "float")
        .define("LANES", "r")
        .define("LENGTH", weights.len());
    let (kernel, names) = (device.kernel(&kernel)?, items(weights.len()));
    let pass = |along: [i32; 2], source: &Stream<f32>, result: &mut Stream<f32>| {
        let call = kernel
            .call()
            .uniform("along", along)
            .input("source", source)
            .output("result", result);
        names
            .iter()
            .zip(weights.iter())
            .fold(call, |call, (name, weight)| call.uniform(name, *weight))
            .run()
    };
    // ANCHOR: passes
    let mut rows = device.empty(shape)?;
    pass([1, 0], source, &mut rows)?;
    let mut result = device.empty(shape)?;
    pass([0, 1], &rows, &mut result)?;
    // ANCHOR_END: passes
    Ok(result)
}

/// Four neighbours of a row a texel: `source` is [`packed`], and so is the result.
///
/// # Errors
/// As [`super::convolve`].
pub fn fragment_packed(device: &Device, source: &Stream<[f32; 4]>, weights: &[f32]) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let (shape, weights) = checked(source.shape(), weights)?;
    // Zeros in front, so that the window begins at a texel, and behind, so that the weights are whole fours.
    let before = (weights.len() / 2).div_ceil(4);
    let zeros = before * 4 - weights.len() / 2;
    let padded: Vec<f32> = std::iter::repeat_n(0.0, zeros).chain(weights.iter().copied()).collect();
    let fours = crate::algorithms::fours(&padded, 0.0);

    let along_rows = PACKED.define("FOURS", fours.len()).define("FIRST", -(before as i32));
    let (along_rows, names) = (device.kernel(&along_rows)?, items(weights.len().max(fours.len())));
    let mut rows = device.empty::<[f32; 4]>(shape)?;
    let call = along_rows.call().input("source", source).output("result", &mut rows);
    names
        .iter()
        .zip(&fours)
        .fold(call, |call, (name, four)| call.uniform(name, *four))
        .run()?;

    let along_columns = CONVOLVE
        .define("TYPE", "vec4")
        .define("LANES", "rgba")
        .define("LENGTH", weights.len());
    let along_columns = device.kernel(&along_columns)?;
    let mut result = device.empty(shape)?;
    let call = along_columns
        .call()
        .uniform("along", [0, 1])
        .input("source", &rows)
        .output("result", &mut result);
    names
        .iter()
        .zip(weights.iter())
        .fold(call, |call, (name, weight)| call.uniform(name, *weight))
        .run()?;
    Ok(result)
}

/// The pixels of each row by fours; the last four of a row is filled up with the row's last pixel.
///
/// ```
/// use gristmill::algorithms::convolve::{packed, unpacked};
/// let picture = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; // three columns, two rows
/// assert_eq!(packed(&picture, 3), [[1.0, 2.0, 3.0, 3.0], [4.0, 5.0, 6.0, 6.0]]);
/// assert_eq!(unpacked(&packed(&picture, 3), 3), picture);
/// ```
pub fn packed(pixels: &[f32], columns: usize) -> Vec<[f32; 4]> {
    let row = |row: &[f32]| crate::algorithms::fours(row, row.last().copied().unwrap_or(0.0));
    pixels.chunks(columns.max(1)).flat_map(row).collect()
}

/// The pixels of [`packed`] fours.
pub fn unpacked(fours: &[[f32; 4]], columns: usize) -> Vec<f32> {
    let rows = fours.chunks(columns.div_ceil(4).max(1));
    rows.flat_map(|row| row.iter().flatten().copied().take(columns)).collect()
}
