//! Trial of the rungs: on Poisson's system, whose solution needs more digits than a float has.

use super::{Goal, Refined, Rows, SparseMatrix, fragment_2005, joined, residual_length, vector_length};
use crate::algorithms::linear_algebra::spmv::Diagonals;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};

/// A grid of 64 x 64 has a condition number of 1,700; pairs of floats leave a residual of about 1e-11.
const GOAL: Goal = Goal { tolerance: 1e-10, iterations: 5_000 };

/// Larger grids need thousands of passes, and their condition number leaves pairs fewer digits.
const MOST_UNKNOWNS: usize = 1 << 12;

type RefineRung<M> = fn(&Device, &M, &Stream<f32>, Goal) -> Result<Refined>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: RefineRung<Rows>) -> Result<Trial> {
    trial_of(device, workload, Rows::new, rung)
}

/// Builds the same trial with the matrix as diagonals.
pub(super) fn diagonals_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    trial_of(device, workload, Diagonals::new, fragment_2005)
}

fn trial_of<M: 'static>(
    device: &Device,
    workload: &Workload,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: RefineRung<M>,
) -> Result<Trial> {
    let [width, height] = Workload { size: workload.size.min(MOST_UNKNOWNS), ..workload.clone() }.rectangle();
    let matrix = SparseMatrix::poisson(width, height)?;
    let unknowns = matrix.rows();
    let b = workload.floats(0)[..unknowns].to_vec();
    let on_device = upload(device, &matrix)?;
    let right = device.stream(&b)?;
    let length = vector_length(&right)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &on_device, &right, GOAL),
        move |refined: &Refined| {
            let x = joined(&refined.x.read()?);
            // Checks by the residual: the matrix times the unknowns must be the right-hand side.
            let error = match (x.len() == unknowns, length) {
                (false, _) => f64::INFINITY,
                (true, 0.0) => x.iter().fold(0.0, |most: f64, x| most.max(x.abs())),
                (true, length) => residual_length(&matrix, &x, &b) / length,
            };
            Ok(Check::new(unknowns, if error.is_nan() { f64::INFINITY } else { error }, GOAL.tolerance))
        },
    )
    .sized(unknowns))
}
