//! Trial of the rungs: on a system whose smallest eigenvalue is known.

use super::{Check, Goal, Rows, Solution, SparseMatrix, Trial, Workload, reference, spmv};
use crate::algorithms::epsilon;
use crate::{Device, Result, Stream};

/// Maximum count of unknowns for Cholesky's factorisation, which costs a grid's unknowns times its squared width.
/// Larger systems are checked by their residual.
const CHOLESKY_LIMIT: usize = 1 << 14;

/// Goal of a trial: 1e-5 with floats of 32 bits; a card that truncates to 16 bits reaches 64 units of its last
/// place.
fn trial_goal(device: &Device) -> Goal {
    Goal { tolerance: (64.0 * epsilon(device)).max(1e-5), iterations: 200 }
}

/// Returns the matrix of one implicit step of heat on a grid: Poisson's matrix plus the identity, whose eigenvalues
/// are between 1 and 9.
fn heat_matrix(width: usize, height: usize) -> Result<SparseMatrix> {
    let poisson = SparseMatrix::poisson(width, height)?;
    let entries = (0..poisson.rows()).flat_map(|row| {
        let entries = poisson.row(row).map(move |(column, value)| (row, column, f64::from(value)));
        entries.chain([(row, row, 1.0)]).collect::<Vec<_>>()
    });
    SparseMatrix::new(poisson.rows(), poisson.columns(), entries)
}

/// Error bound of x: the error is at most the residual's length over the smallest eigenvalue, 1. The residual is at
/// most the goal's, plus the rounding errors of its computation: ten roundings of numbers of at most 9 x, and x is
/// no longer than b; and x itself is rounded.
fn error_bound(device: &Device, b: &[f32]) -> f64 {
    let length = b.iter().map(|element| f64::from(*element).powi(2)).sum::<f64>().sqrt();
    (trial_goal(device).tolerance + 100.0 * epsilon(device) / 2.0) * length
}

/// Returns the length of `b - A x`, which bounds the error of every element of x since the smallest eigenvalue is 1.
fn residual_length(matrix: &SparseMatrix, x: &[f32], b: &[f32]) -> f64 {
    let rest = spmv::reference(matrix, x)
        .into_iter()
        .zip(b)
        .map(|(image, b)| f64::from(*b) - image);
    rest.map(|element| element * element).sum::<f64>().sqrt()
}

pub(super) fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Rows, &Stream<f32>, Goal) -> Result<Solution>,
) -> Result<Trial> {
    layout_trial(device, workload, Rows::new, rung)
}

/// Builds the trial of a rung with the matrix in the layout of `upload`.
pub(super) fn layout_trial<M: 'static>(
    device: &Device,
    workload: &Workload,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: fn(&Device, &M, &Stream<f32>, Goal) -> Result<Solution>,
) -> Result<Trial> {
    let [width, height] = workload.rectangle();
    let matrix = heat_matrix(width, height)?;
    let unknowns = matrix.rows();
    let b = workload.floats(0)[..unknowns].to_vec();
    let wanted = (unknowns <= CHOLESKY_LIMIT)
        .then(|| reference(&matrix, &b.iter().copied().map(f64::from).collect::<Vec<_>>()))
        .transpose()?
        .map(|wanted| wanted.into_iter().map(|element| element as f32).collect::<Vec<_>>());
    let bound = error_bound(device, &b);
    let on_device = upload(device, &matrix)?;
    let right = device.stream(&b)?;
    let goal = trial_goal(device);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &on_device, &right, goal),
        move |solution: &Solution| {
            let x = solution.x.read()?;
            Ok(match &wanted {
                Some(wanted) => Check::within(&x, wanted, bound),
                None if x.len() == unknowns => Check::new(unknowns, residual_length(&matrix, &x, &b), bound),
                None => Check::new(unknowns, f64::INFINITY, bound),
            })
        },
    )
    .sized(unknowns))
}
