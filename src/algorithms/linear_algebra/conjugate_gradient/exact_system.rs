//! Exact values of a system, by the host in `f64`: its solution, the residual of a given one, and the reason of a
//! failure.

use super::{Goal, SparseMatrix, spmv};
use crate::{Error, Result, Stream};
use nalgebra::DMatrix;
use nalgebra_sparse::factorization::CscCholesky;
use nalgebra_sparse::{CooMatrix, CscMatrix};

// ANCHOR: reference
/// Solves the same by Cholesky's factorisation, in `f64`, by `nalgebra-sparse`.
///
/// # Errors
/// [`Error::Data`] for a matrix that is not square, or not positive definite.
pub fn reference(matrix: &SparseMatrix, b: &[f64]) -> Result<Vec<f64>> {
    let unknowns = check_square(matrix)?;
    if unknowns == 0 {
        return Ok(Vec::new());
    }
    let mut entries = CooMatrix::new(unknowns, unknowns);
    for row in 0..unknowns {
        matrix
            .row(row)
            .for_each(|(column, value)| entries.push(row, column, f64::from(value)));
    }
    let factors = CscCholesky::factor(&CscMatrix::from(&entries)).map_err(|error| {
        Error::data(format!("Cholesky's factorisation: {error}; the matrix must be positive definite"))
    })?;
    Ok(factors.solve(&DMatrix::from_row_slice(unknowns, 1, b)).as_slice().to_vec())
}
// ANCHOR_END: reference

/// The original system, to check solutions. It uses no kernel.
pub(super) struct ExactSystem<'a> {
    matrix: &'a SparseMatrix,
    pub b: Vec<f32>,
    goal: Goal,
    /// Length of b.
    pub length: f64,
}

impl<'a> ExactSystem<'a> {
    /// Reads and checks a system; its numbers must fit 32 bits.
    pub fn new(matrix: &'a SparseMatrix, b: &Stream<f32>, goal: Goal) -> Result<ExactSystem<'a>> {
        let unknowns = check_square(matrix)?;
        if !(goal.tolerance > 0.0 && goal.tolerance < 1.0) {
            return Err(Error::data(format!("the tolerance is {:e}; give one above 0 and below 1", goal.tolerance)));
        }
        if b.len() != unknowns {
            let sentence =
                format!("b has {} elements, the matrix {unknowns} rows; give one element for each row", b.len());
            return Err(Error::call("conjugate_gradient", sentence));
        }
        let b = b.read()?;
        let length = vector_length(b.iter().copied().map(f64::from));
        if !length.is_finite() {
            return Err(Error::data(format!("the length of b is {length}; its elements must be finite")));
        }
        // The device compares squared lengths, from that of b down to that of the goal.
        let [least, most] = [f32::MIN_POSITIVE, f32::MAX].map(|square| f64::from(square).sqrt());
        if length != 0.0 && (length * goal.tolerance < least || length > most) {
            return Err(Error::data(format!(
                "the length of b is {length:.2e}, and 32 bits hold the squares of {:.2e} to {most:.2e} with a goal of {:e}; scale b",
                least / goal.tolerance,
                goal.tolerance
            )));
        }
        Ok(ExactSystem { matrix, b, goal, length })
    }

    /// Returns the length of `b - A x` relative to the length of b, and that vector.
    pub fn true_residual(&self, x: &Stream<f32>) -> Result<(f64, Vec<f32>)> {
        let image = spmv::reference(self.matrix, &x.read()?);
        let rest: Vec<f64> = self.b.iter().zip(image).map(|(b, image)| f64::from(*b) - image).collect();
        let share = vector_length(rest.iter().copied()) / self.length;
        let share = if share.is_nan() { f64::INFINITY } else { share };
        Ok((share, rest.into_iter().map(|element| element as f32).collect()))
    }

    /// Builds the error for a goal that was not reached.
    pub fn explain_failure(&self, iterations: usize, residual: f64, stuck: bool) -> Error {
        let reason = match self.find_asymmetry() {
            Some((row, column)) => format!(
                "the matrix is not symmetric at row {row}, column {column} (from 0), as conjugate gradients need it; \
                 use another solver"
            ),
            None if stuck && residual >= 1.0 => {
                "the iterations diverged, so the matrix is probably not positive definite; use another solver"
                    .to_string()
            }
            None if stuck => "the precision of this device's floats is too low".to_string(),
            None => "allow more, or precondition the matrix".to_string(),
        };
        let wanted = self.goal.tolerance;
        Error::data(format!(
            "conjugate gradients after {iterations} iterations: the residual is {residual:.2e} of b, {wanted:e} wanted; {reason}"
        ))
    }

    /// Returns the first entry that differs from its mirror image.
    fn find_asymmetry(&self) -> Option<(usize, usize)> {
        (0..self.matrix.rows()).find_map(|row: usize| {
            let mut entries = self.matrix.row(row);
            let (column, _) = entries.find(|(column, value)| !is_same(self.matrix.entry_at(*column, row), *value))?;
            Some((row, column))
        })
    }
}

fn is_same(a: f32, b: f32) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

fn vector_length(elements: impl Iterator<Item = f64>) -> f64 {
    elements.map(|element| element * element).sum::<f64>().sqrt()
}

/// Returns the count of unknowns.
fn check_square(matrix: &SparseMatrix) -> Result<usize> {
    let rows = matrix.rows();
    let columns = matrix.columns();
    if rows == columns {
        return Ok(rows);
    }
    Err(Error::data(format!("a matrix of {rows} rows and {columns} columns is not square, as a system must be")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::linear_algebra::conjugate_gradient::{SolverKernels, solve_system};
    use crate::algorithms::spmv::Rows;
    use crate::{Device, Era};

    #[test]
    fn a_product_of_another_matrix_is_not_believed() -> Result<()> {
        let matrix = SparseMatrix::poisson(8, 8)?;
        let diagonal = SparseMatrix::new(64, 64, (0..64).map(|row| (row, row, 4.0)))?;
        let b: Vec<f32> = (0..64).map(|i| crate::random::uniform(1, i, 0)).collect();
        for era in Era::ALL {
            let Ok(device) = Device::open(era) else { continue };
            let right = device.stream(&b)?;
            let rows = Rows::new(&device, &diagonal)?;
            let goal = Goal { tolerance: 1e-5, iterations: 1_000 };
            // The iteration's own residual is zero after one step; the true one is not.
            let error = solve_system(
                &device,
                &matrix,
                &SolverKernels::new(&device, &|x: &Stream<f32>| spmv::spmv(&device, &rows, x))?,
                &right,
                goal,
            )
            .err();
            let said = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(said.starts_with("conjugate gradients after "), "{said}");
        }
        Ok(())
    }
}
