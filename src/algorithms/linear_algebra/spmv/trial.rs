//! Trial of the rungs: on whole numbers, so that every result is exact.

use super::{Check, Rows, SparseMatrix, Trial, Workload, reference};
use crate::{Device, Result, Stream, random};

/// Length of the longest rows in [`trial`].
pub(super) const LONGEST_ROW: usize = 150;

/// Returns a random whole number in -8 to 8.
fn random_integer(seed: u32, i: u32, column: u32) -> f64 {
    f64::from(random::word(seed, i, column) % 17) - 8.0
}

/// Builds a matrix of about `size` entries: rows of zero to seven, near the diagonal as in a mesh, and some of up
/// to `longest`, anywhere.
pub(super) fn scattered_matrix(workload: &Workload, longest: usize) -> Result<SparseMatrix> {
    let rows = workload.size.div_ceil(4);
    let entries = (0..rows).flat_map(|row| {
        let long = draw_word(0, row, workload.seed) % 61 == 7;
        let length =
            if long { draw_word(1, row, workload.seed) % (longest + 1) } else { draw_word(1, row, workload.seed) % 8 };
        (0..length).map(move |k| {
            let word = random::word(workload.seed, row as u32, 2 + k as u32) as usize;
            let column = if long { word % rows } else { (row + word % 64) % rows };
            (row, column, random_integer(workload.seed ^ 1, row as u32, k as u32))
        })
    });
    SparseMatrix::new(rows, rows, entries)
}

fn draw_word(draw: u32, row: usize, seed: u32) -> usize {
    random::word(seed, row as u32, draw) as usize
}

/// Builds the matrix of a grid of about a fifth of `size` cells, whose rows have five entries.
pub(super) fn grid_matrix(workload: &Workload) -> Result<SparseMatrix> {
    let [width, height] = Workload::new(workload.size.div_ceil(5), 0).rectangle();
    SparseMatrix::poisson(width, height)
}

/// Builds a matrix that is wider than high, or higher than wide, with entries on a few diagonals and some empty
/// rows; and an x whose first element is infinite, to detect wrong reads of it.
#[cfg(feature = "emulator")]
fn uneven_system(workload: &Workload, wide: bool) -> Result<(SparseMatrix, Vec<f32>)> {
    let short = workload.size.div_ceil(12);
    let long = workload.size.div_ceil(4) + 2;
    let (rows, columns) = if wide { (short, long) } else { (long, short) };
    let entries = (0..rows).flat_map(|row| {
        let offsets = [-65, -64, -9, -1, 0, 1, 30, 64, 67_i64];
        let kept = offsets.into_iter().filter(move |offset| (row as i64 * 7 + offset) % 5 > 0);
        let columns =
            kept.filter_map(move |offset| usize::try_from(row as i64 + offset).ok().filter(|at| *at < columns));
        columns
            .map(move |column| (row, column, random_integer(workload.seed ^ 3, row as u32, column as u32).abs() + 1.0))
    });
    let matrix = SparseMatrix::new(rows, columns, entries)?;
    let mut x = random_vector(workload, &matrix);
    x.iter_mut().take(1).for_each(|first| *first = f32::INFINITY);
    Ok((matrix, x))
}

/// Builds the trial of [`super::fragment_2005`] on such a matrix.
#[cfg(feature = "emulator")]
pub(in crate::algorithms) fn runs_trial(device: &Device, workload: &Workload, wide: bool) -> Result<Trial> {
    let (matrix, x) = uneven_system(workload, wide)?;
    vector_trial(device, x, matrix, super::Runs::new, super::fragment_2005)
}

/// Builds the trial of [`super::fragment_diagonals_2005`] on such a matrix.
#[cfg(feature = "emulator")]
pub(in crate::algorithms) fn diagonals_trial(device: &Device, workload: &Workload, wide: bool) -> Result<Trial> {
    let (matrix, x) = uneven_system(workload, wide)?;
    vector_trial(device, x, matrix, super::Diagonals::new, super::fragment_diagonals_2005)
}

/// Builds the trial of a rung on scattered rows.
pub(super) fn trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Rows, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    layout_trial(device, workload, scattered_matrix(workload, LONGEST_ROW)?, Rows::new, rung)
}

/// Builds the trial of a rung on a matrix in the layout of `upload`; its size is the count of entries.
pub(super) fn layout_trial<M: 'static>(
    device: &Device,
    workload: &Workload,
    matrix: SparseMatrix,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: fn(&Device, &M, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    vector_trial(device, random_vector(workload, &matrix), matrix, upload, rung)
}

/// Returns an x: a whole number for each column.
fn random_vector(workload: &Workload, matrix: &SparseMatrix) -> Vec<f32> {
    (0..matrix.columns())
        .map(|i: usize| random_integer(workload.seed, i as u32, 9) as f32)
        .collect()
}

fn vector_trial<M: 'static>(
    device: &Device,
    x: Vec<f32>,
    matrix: SparseMatrix,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: fn(&Device, &M, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    // Whole numbers below 2^24: no rounding on the host or the device.
    let wanted: Vec<f32> = reference(&matrix, &x).into_iter().map(|element| element as f32).collect();
    let entries = matrix.entries();
    let matrix = upload(device, &matrix)?;
    let x = device.stream(&x)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &matrix, &x),
        move |result: &Stream<f32>| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    )
    .sized(entries))
}
