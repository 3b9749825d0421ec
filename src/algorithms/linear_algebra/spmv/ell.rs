//! The fragment era for rows of similar lengths: all padded to the longest (ELLPACK).

use super::{SparseMatrix, check_vector};
use crate::algorithms::check_turns;
use crate::{Device, Era, Error, KernelSource, Result, Stream, fragment_kernel};

const ELL: KernelSource = fragment_kernel!("linear_algebra/spmv_ell");

/// A sparse matrix on a device with all rows padded to the longest (ELLPACK): the k-th fours of all rows have the
/// layout of the result.
#[derive(Debug)]
pub struct Ell {
    rows: usize,
    columns: usize,
    fours: usize,
    values: Stream<[f32; 4]>,
    pointers: Stream<[u32; 4]>,
}

impl Ell {
    /// Uploads the matrix to textures.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device, for example with one row that is far longer than the others.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Ell> {
        let device = device.with_era(Era::Fragment)?;
        let fours = matrix.longest_row().div_ceil(4);
        let [width, height, _] = device.empty::<f32>(matrix.rows())?.plan().size();
        let side = device.limits().texture_side;
        if height * fours > side {
            let thing = format!("texels in the height of ELL, {height} for each of {fours} fours of a row");
            return Err(Error::limit(thing, (height * fours) as u128, side as u128, "use Blocks or Rows"));
        }
        let texels = (0..fours).flat_map(|k| (0..width * height).map(move |row| (row, k)));
        let (values, pointers): (Vec<_>, Vec<_>) = texels.map(|(row, k)| matrix.four_entries(row, k)).unzip();
        let shape = [width, height * fours];
        let values = device.stream_of(shape, &values)?;
        let pointers = device.stream_of(shape, &pointers)?;
        Ok(Ell { rows: matrix.rows(), columns: matrix.columns(), fours, values, pointers })
    }
}

/// Runs one fragment per row, four entries per texel; every row is as long as the longest.
///
/// # Errors
/// As [`super::spmv()`].
pub fn fragment_ell(device: &Device, matrix: &Ell, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    check_turns(&device, "spmv of ELL's rows, four entries at once", matrix.fours, "use spmv::fragment_blocks")?;
    let mut result = device.empty(matrix.rows)?;
    if matrix.fours == 0 {
        return Ok(result);
    }
    let height = result.plan().size()[1] as i32;
    device
        .kernel(&ELL)?
        .call()
        .uniform("fours", matrix.fours as i32)
        .uniform("height", height)
        .gather("pointers", &matrix.pointers)
        .gather("values", &matrix.values)
        .gather("x", x)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
