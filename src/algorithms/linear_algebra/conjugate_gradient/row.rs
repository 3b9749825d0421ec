//! The row of the table: every rung, on a system whose smallest eigenvalue is known.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

/// Cholesky's factors of a grid take its unknowns times its width squared operations.
const MOST: usize = 1 << 14;

const GOAL: Goal = Goal { tolerance: 1e-5, iterations: 200 };

/// One step of heat through a grid, computed backwards: Poisson's matrix and the identity, whose eigenvalues lie between 1 and 9.
fn heat(width: usize, height: usize) -> Result<SparseMatrix> {
    let poisson = SparseMatrix::poisson(width, height)?;
    let entries = (0..poisson.rows()).flat_map(|row| {
        let entries = poisson.row(row).map(move |(column, value)| (row, column, f64::from(value)));
        entries.chain([(row, row, 1.0)]).collect::<Vec<_>>()
    });
    SparseMatrix::new(poisson.rows(), poisson.columns(), entries)
}

/// The error of x is at most the residual's length over the smallest eigenvalue, 1. The residual is at most the goal's, and what rounding hid of it
/// when it was computed: ten roundings of numbers no longer than 9 x, and x is no longer than b; and x itself is rounded.
fn bound(b: &[f32]) -> f64 {
    let length = b.iter().map(|element| f64::from(*element).powi(2)).sum::<f64>().sqrt();
    (GOAL.tolerance + 100.0 * f64::from(f32::EPSILON) / 2.0) * length
}

fn trial<M: 'static>(
    device: &Device,
    workload: &Workload,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: fn(&Device, &M, &Stream<f32>, Goal) -> Result<Solution>,
) -> Result<Trial> {
    let workload = Workload { size: workload.size.min(MOST), ..workload.clone() };
    let [width, height] = workload.rectangle();
    let matrix = heat(width, height)?;
    let b = &workload.floats(0)[..matrix.rows()];
    let wanted = reference(&matrix, &b.iter().copied().map(f64::from).collect::<Vec<_>>())?;
    let wanted: Vec<f32> = wanted.into_iter().map(|element| element as f32).collect();
    let bound = bound(b);
    let (matrix, b) = (upload(device, &matrix)?, device.stream(b)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &matrix, &b, GOAL),
        move |solution: &Solution| Ok(Check::within(&solution.x.read()?, &wanted, bound)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "conjugate_gradient",
    part: "linear_algebra",
    summary: "a system solved by conjugate gradients",
    size: 1 << 14,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "rows as pointer streams",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Rows::new, fragment),
        },
        Rung {
            name: "fragment_blocks",
            era: Era::Fragment,
            method: "rows of one length together",
            source: "Bolz et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Blocks::new, fragment_blocks),
        },
        Rung {
            name: "fragment_diagonals",
            era: Era::Fragment,
            method: "diagonals as vectors",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Diagonals::new, fragment_diagonals),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "the fastest sparse product",
            source: "Hestenes and Stiefel 1952",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Rows::new, compute),
        },
    ],
};
