//! Trial of the rungs: on numbers with so few bits that every result is exact.

use super::{Check, System, Trial, Workload, packed, reference, unpacked};
use crate::algorithms::linear_algebra::spmv::SparseMatrix;
use crate::{Device, Result, Stream};

/// Whole numbers of -1 to 1 stay below 4 and gain two fractional bits per sweep, 16 in all: no sum needs more than
/// 20 bits. The last sweep adds 14 fractional bits, so that a card of 17 bits is exact too while sums stay below 8,
/// as do those of numbers of both signs.
const SWEEPS: usize = 8;

/// A grid of `size` cells or fewer by less than a row: `b`, `x` and the expected result.
struct JacobiProblem {
    shape: [usize; 2],
    b: Vec<f32>,
    x: Vec<f32>,
    wanted: Vec<f32>,
}

impl JacobiProblem {
    fn new(workload: &Workload) -> JacobiProblem {
        let shape = workload.rectangle();
        let cells = shape[0] * shape[1];
        let b: Vec<f32> = draw_integers(0, workload, cells);
        let x: Vec<f32> = draw_integers(1, workload, cells);
        let wanted = reference(shape[0], SWEEPS, &b, &x)
            .into_iter()
            .map(|cell| cell as f32)
            .collect();
        JacobiProblem { shape, b, x, wanted }
    }
}

fn draw_integers(column: u32, workload: &Workload, cells: usize) -> Vec<f32> {
    workload
        .integers(column, 3)
        .iter()
        .take(cells)
        .map(|word| *word as f32 - 1.0)
        .collect()
}

type JacobiRung = fn(&Device, usize, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;
type PackedJacobiRung = fn(&Device, usize, usize, &Stream<[f32; 4]>, &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>>;
type MatrixJacobiRung = fn(&Device, usize, &System, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: JacobiRung) -> Result<Trial> {
    let JacobiProblem { shape, b, x, wanted } = JacobiProblem::new(workload);
    let b = device.stream_of(shape, &b)?;
    let x = device.stream_of(shape, &x)?;
    let device = device.clone();
    let cells = wanted.len();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, &b, &x),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    )
    .sized(cells))
}

pub(super) fn fours_trial(device: &Device, workload: &Workload, rung: PackedJacobiRung) -> Result<Trial> {
    let JacobiProblem { shape: [width, _], b, x, wanted } = JacobiProblem::new(workload);
    let (shape, b) = packed(width, &b);
    let (_, x) = packed(width, &x);
    let b = device.stream_of(shape, &b)?;
    let x = device.stream_of(shape, &x)?;
    let device = device.clone();
    let cells = wanted.len();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, width, &b, &x),
        move |result: &Stream<[f32; 4]>| Ok(Check::within(&unpacked(width, &result.read()?), &wanted, 0.0)),
    )
    .sized(cells))
}

pub(super) fn matrix_trial(device: &Device, workload: &Workload, rung: MatrixJacobiRung) -> Result<Trial> {
    let JacobiProblem { shape: [width, height], b, x, wanted } = JacobiProblem::new(workload);
    let system = System::new(device, &SparseMatrix::poisson(width, height)?)?;
    let b = device.stream(&b)?;
    let x = device.stream(&x)?;
    let device = device.clone();
    let cells = wanted.len();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, &system, &b, &x),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    )
    .sized(cells))
}
