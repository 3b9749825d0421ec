//! The fragment era by fours: four neighbours of a row per texel.

use super::{CONVOLVE, check_inputs};
use crate::algorithms::fours;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("images/convolve_packed");

/// Convolves four neighbours of a row per texel: `source` is [`packed`], and so is the result.
///
/// # Errors
/// As [`super::convolve`].
pub fn fragment_packed(device: &Device, source: &Stream<[f32; 4]>, weights: &[f32]) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let (shape, weights) = check_inputs(source.shape(), weights)?;
    // Leading zeros align the window to a texel, trailing zeros pad the weights to fours.
    let before = (weights.len() / 2).div_ceil(4);
    let zeros = (before * 4) - (weights.len() / 2);
    let padded: Vec<f32> = std::iter::repeat_n(0.0, zeros).chain(weights.iter().copied()).collect();
    let padded = fours(&padded, 0.0);

    let kernel = PACKED.define("FOURS", padded.len()).define("FIRST", -(before as i32));
    let along_rows = device.kernel(&kernel)?;
    let mut rows = device.uninit::<[f32; 4]>(shape)?;
    along_rows
        .call()
        .uniforms("weights", &padded)
        .input("source", source)
        .output("result", &mut rows)
        .run()?;

    let kernel = CONVOLVE
        .define("TYPE", "vec4")
        .define("CHANNELS", "rgba")
        .define("LENGTH", weights.len());
    let along_columns = device.kernel(&kernel)?;
    let mut result = device.uninit(shape)?;
    along_columns
        .call()
        .uniforms("weights", &weights)
        .uniform("along", [0, 1])
        .input("source", &rows)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Packs the pixels of each row by fours; the last four of a row is padded with the row's last pixel.
///
/// ```
/// use gristmill::algorithms::convolve::{packed, unpacked};
/// let picture = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]; // three columns, two rows
/// assert_eq!(packed(&picture, 3), [[1.0, 2.0, 3.0, 3.0], [4.0, 5.0, 6.0, 6.0]]);
/// assert_eq!(unpacked(&packed(&picture, 3), 3), picture);
/// ```
pub fn packed(pixels: &[f32], columns: usize) -> Vec<[f32; 4]> {
    pixels
        .chunks(columns.max(1))
        .flat_map(|row: &[f32]| fours(row, row.last().copied().unwrap_or(0.0)))
        .collect()
}

/// Unpacks the pixels of [`packed`] fours.
pub fn unpacked(fours: &[[f32; 4]], columns: usize) -> Vec<f32> {
    let rows = fours.chunks(columns.div_ceil(4).max(1));
    rows.flat_map(|row| row.iter().flatten().copied().take(columns)).collect()
}
