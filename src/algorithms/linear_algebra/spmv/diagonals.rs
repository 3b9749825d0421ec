//! The fragment era for matrices of grids: diagonals as vectors, four per pass (Krüger and Westermann 2003).

use super::{SparseMatrix, check_vector};
use crate::{Blend, Device, Era, Error, KernelSource, Result, Stream, fragment_kernel};
use std::collections::BTreeSet;

const DIAGONALS: KernelSource = fragment_kernel!("linear_algebra/spmv_diagonals");

/// Maximum count of diagonals in [`Diagonals`]: each is as long as the matrix, so that with more the matrix would
/// not be sparse.
const MOST_DIAGONALS: usize = 256;

/// A sparse matrix on a device as its diagonals, each a vector (Krüger and Westermann 2003): for matrices with few
/// diagonals.
///
/// A diagonal is padded with zeros where there is no entry, so that an element of x which is not finite makes more
/// elements of the result NaN than in the other layouts.
#[derive(Debug)]
pub struct Diagonals {
    matrix: SparseMatrix,
    /// Groups of four diagonals: the offsets of their columns from their rows, and their elements, by row.
    pub(super) fours: Vec<([i32; 4], Stream<[f32; 4]>)>,
}

impl Diagonals {
    /// Uploads the matrix to textures.
    ///
    /// # Errors
    /// [`Error::Limit`] if it has entries on more than 256 diagonals, or does not fit the device.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Diagonals> {
        let device = device.with_era(Era::Fragment)?;
        let mut diagonals = BTreeSet::new();
        for row in 0..matrix.rows() {
            diagonals.extend(matrix.row(row).map(|(column, _)| find_diagonal(row, column)));
            if diagonals.len() > MOST_DIAGONALS {
                let thing = "diagonals that have entries";
                let next = "use Blocks or Rows";
                return Err(Error::limit(thing, diagonals.len() as u128, MOST_DIAGONALS as u128, next));
            }
        }
        let diagonals: Vec<i64> = diagonals.into_iter().collect();
        let mut fours = Vec::new();
        for four in diagonals.chunks(4) {
            let mut elements = vec![[0.0; 4]; matrix.rows()];
            for (row, element) in elements.iter_mut().enumerate() {
                for (column, value) in matrix.row(row) {
                    if let Ok(lane) = four.binary_search(&find_diagonal(row, column)) {
                        element[lane] = value;
                    }
                }
            }
            // Missing diagonals of the last group are to the left of every row.
            let offsets = std::array::from_fn(|lane| four.get(lane).map_or(i32::MIN, |offset| *offset as i32));
            fours.push((offsets, device.stream(&elements)?));
        }
        Ok(Diagonals { matrix: matrix.clone(), fours })
    }

    /// The count of rows.
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// The count of columns.
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    /// The matrix on the host.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }
}

fn find_diagonal(row: usize, column: usize) -> i64 {
    column as i64 - row as i64
}

/// Runs a pass for each four diagonals, added by blending.
///
/// # Errors
/// As [`super::spmv()`].
pub fn fragment_diagonals(device: &Device, matrix: &Diagonals, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns(), x)?;
    // ANCHOR: diagonals
    let mut result = device.empty(matrix.rows())?; // zeros
    let kernel = device.kernel(&DIAGONALS)?;
    for (offsets, diagonals) in &matrix.fours {
        kernel
            .call()
            .uniform("offsets", *offsets)
            .input("diagonals", diagonals)
            .gather("x", x)
            .output("result", &mut result)
            .blend(Blend::Add)
            .run()?;
    }
    // ANCHOR_END: diagonals
    Ok(result)
}
