//! The compute era on a GPU: a few neighbouring lanes per row, so that neighbouring lanes load neighbouring entries.

use super::{Rows, check_vector};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const VECTOR: KernelSource = compute_kernel!("linear_algebra/spmv_vector");

/// Maximum count of lanes per row, and the turns of their tree.
const MOST_LANES: usize = 32;
const TREE_TURNS: usize = 5;

/// Runs neighbouring lanes per row, as many as the mean length of a row suggests, and a tree in shared memory.
///
/// # Errors
/// As [`super::spmv()`].
pub fn compute_vector(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_vector(matrix.columns(), x)?;
    let mut result = device.empty(matrix.rows())?;
    let mean = matrix.values.len().div_ceil(matrix.rows().max(1));
    let needed = matrix.longest_row().div_ceil(device.limits().turns - TREE_TURNS); // or else a loop is too long
    let lanes = mean.max(needed).next_power_of_two().clamp(2, MOST_LANES);
    let turns = matrix.longest_row().div_ceil(lanes) + TREE_TURNS;
    check_turns(&device, "spmv of the longest row by 32 lanes", turns, "use spmv::compute_merge")?;
    device
        .kernel(&VECTOR.define("LANES", format!("{lanes}u")))?
        .call()
        .gather("offsets", &matrix.offsets)
        .gather("pointers", &matrix.pointers)
        .gather("values", &matrix.values)
        .gather("x", x)
        .output("result", &mut result)
        .elements(matrix.rows() * lanes)
        .run()?;
    Ok(result)
}
