//! Jacobi's iteration for the system of any matrix.

use super::repeat_sweeps;
use crate::algorithms::check_turns;
use crate::algorithms::linear_algebra::spmv::{Rows, SparseMatrix};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair};

const MATRIX: KernelSource = kernel_pair!("linear_algebra/jacobi_matrix");

/// The matrix of a system on a device: square, and without a zero on its diagonal.
#[derive(Debug)]
pub struct System {
    rows: Rows,
}

impl System {
    /// Uploads the matrix in the device's era.
    ///
    /// # Errors
    /// [`Error::Data`] for a matrix that is not square or has a zero on its diagonal; [`Error::Limit`] if it does not
    /// fit the device, or for a row that is too long for the device's loops.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<System> {
        let rows = matrix.rows();
        let columns = matrix.columns();
        if rows != columns {
            return Err(Error::data(format!(
                "a matrix of {rows} rows and {columns} columns is not square, as a system must be"
            )));
        }
        if let Some(row) = (0..rows).find(|row| has_zero_diagonal(matrix, *row)) {
            return Err(Error::data(format!(
                "row {row} (from 0) has a zero on the diagonal, which Jacobi's iteration divides by; reorder the rows"
            )));
        }
        let product = match device.era() {
            Era::Fragment => "spmv::fragment_blocks",
            Era::Compute => "spmv::compute_merge",
        };
        let next = format!("take {product}, and add what is left of b over the diagonal");
        check_turns(device, "jacobi of the longest row", matrix.longest_row(), &next)?;
        Ok(System { rows: Rows::new(device, matrix)? })
    }
}

fn has_zero_diagonal(matrix: &SparseMatrix, row: usize) -> bool {
    !matrix.row(row).any(|(column, value)| column == row && value != 0.0)
}

// ANCHOR: reference_matrix
/// Runs sweeps of a matrix's system by loops, in `f64`.
pub fn reference_matrix(matrix: &SparseMatrix, sweeps: usize, b: &[f32], x: &[f32]) -> Vec<f64> {
    let mut now: Vec<f64> = x.iter().copied().map(f64::from).collect();
    for _ in 0..sweeps {
        now = b
            .iter()
            .enumerate()
            .map(|(row, b): (usize, &f32)| {
                let mut diagonal = 0.0;
                let mut rest = f64::from(*b);
                for (column, value) in matrix.row(row) {
                    if column == row { diagonal = f64::from(value) } else { rest -= f64::from(value) * now[column] }
                }
                rest / diagonal
            })
            .collect();
    }
    now
}
// ANCHOR_END: reference_matrix

/// Runs one fragment per unknown, which loops over the entries of its row.
///
/// # Errors
/// [`Error::Call`] if `b` or `x` does not have as many elements as the matrix has rows, or a stream has the layout
/// of the other era.
pub fn fragment_matrix(
    device: &Device,
    sweeps: usize,
    system: &System,
    b: &Stream<f32>,
    x: &Stream<f32>,
) -> Result<Stream<f32>> {
    sweep_matrix(&device.with_era(Era::Fragment)?, sweeps, system, b, x)
}

/// Runs one invocation per unknown, with the same loop.
///
/// # Errors
/// As [`fragment_matrix`].
pub fn compute_matrix(
    device: &Device,
    sweeps: usize,
    system: &System,
    b: &Stream<f32>,
    x: &Stream<f32>,
) -> Result<Stream<f32>> {
    sweep_matrix(&device.with_era(Era::Compute)?, sweeps, system, b, x)
}

fn sweep_matrix(
    device: &Device,
    sweeps: usize,
    system: &System,
    b: &Stream<f32>,
    x: &Stream<f32>,
) -> Result<Stream<f32>> {
    let rows = system.rows.rows();
    for (name, stream) in [("b", b), ("x", x)] {
        if stream.len() != rows {
            let sentence =
                format!("{name} has {} elements, the matrix {rows} rows; give one element for each row", stream.len());
            return Err(Error::call("jacobi", sentence));
        }
    }
    let kernel = device.kernel(&MATRIX)?;
    repeat_sweeps(device, sweeps, x, |x, result| {
        kernel
            .call()
            .gather("offsets", &system.rows.offsets)
            .gather("pointers", &system.rows.pointers)
            .gather("values", &system.rows.values)
            .input("b", b)
            .gather("x", x)
            .output("result", result)
            .run()
    })
}
