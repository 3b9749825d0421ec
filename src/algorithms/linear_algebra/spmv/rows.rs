//! Rows one after another on the device, and the rungs that work on them.

use super::{SPMV, SparseMatrix, check_vector};
use crate::{
    Blend, Compare, DepthStencilState, Device, Era, Error, KernelSource, Pointer, Result, Stream, Topology,
    compute_kernel, fragment_kernel,
};

const VECTOR: KernelSource = compute_kernel!("linear_algebra/spmv_vector");
const MERGE: KernelSource = compute_kernel!("linear_algebra/spmv_merge");
const CARRIES: KernelSource = compute_kernel!("linear_algebra/spmv_merge_carries");
const MARK: KernelSource = fragment_kernel!("linear_algebra/spmv_passes_mark");
const PASSES: KernelSource = fragment_kernel!("linear_algebra/spmv_passes", vertex);

/// Rounds of a kernel's loops: llvmpipe ends a shader without a word after 65,535 in all.
const ROUNDS: usize = 65_000;

/// A sparse matrix on a device: its rows one after another, as pointer streams.
pub struct Rows {
    rows: usize,
    columns: usize,
    longest: usize,
    pub(in crate::algorithms::linear_algebra) offsets: Stream<u32>,
    pub(in crate::algorithms::linear_algebra) pointers: Stream<Pointer>,
    pub(in crate::algorithms::linear_algebra) values: Stream<f32>,
}

impl Rows {
    /// The matrix, in the device's era.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Rows> {
        Ok(Rows {
            rows: matrix.rows(),
            columns: matrix.columns(),
            longest: matrix.longest_row(),
            offsets: device.stream(&matrix.offsets)?,
            pointers: device.stream(&matrix.pointers)?,
            values: device.stream(&matrix.values)?,
        })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// That a lane can go through any row alone.
    pub(in crate::algorithms::linear_algebra) fn check_loops(&self) -> Result<()> {
        if self.longest > ROUNDS {
            let thing = "entries of the longest row, which one loop goes through";
            return Err(Error::limit(
                thing,
                self.longest as u128,
                ROUNDS as u128,
                "take compute_merge or compute_vector",
            ));
        }
        Ok(())
    }
}

/// One fragment a row, which loops over the row's entries.
///
/// # Errors
/// As [`super::spmv`]; [`Error::Limit`] for a row of more than 65,000 entries.
pub fn fragment(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    row_by_row(&device.with_era(Era::Fragment)?, matrix, x)
}

/// One invocation a row, with the same loop.
///
/// # Errors
/// As [`fragment`].
pub fn compute_rows(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    row_by_row(&device.with_era(Era::Compute)?, matrix, x)
}

fn row_by_row(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    check_vector(matrix.columns, x)?;
    matrix.check_loops()?;
    let mut result = device.empty(matrix.rows)?;
    let Rows { offsets, pointers, values, .. } = matrix;
    let kernel = device.kernel(&SPMV)?;
    let call = kernel
        .call()
        .gather("offsets", offsets)
        .gather("pointers", pointers)
        .gather("values", values);
    call.gather("x", x).output("result", &mut result).run()?;
    Ok(result)
}

/// One entry of every row a pass, added by blending; the depth test keeps out the rows that are at their end.
///
/// # Errors
/// As [`super::spmv`].
pub fn fragment_passes(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    let mut result = device.empty(matrix.rows)?;
    if matrix.longest == 0 {
        return Ok(result);
    }
    let Rows { offsets, pointers, values, longest, .. } = matrix;
    // ANCHOR: passes
    let [width, height, _] = result.plan().size();
    let mut mask = device.depth_stencil(width, height)?;
    mask.clear(0.0, 0)?; // the padding has no entries
    let mark = device.kernel(&MARK)?;
    let write = DepthStencilState { depth: Compare::Always, write_depth: true, ..DepthStencilState::default() };
    let call = mark.call().uniform("longest", *longest as i32).gather("offsets", offsets);
    call.output("result", &mut result).depth_stencil(&mut mask, write).run()?;

    let pass = device.kernel(&PASSES)?;
    let longer = DepthStencilState { depth: Compare::Less, ..DepthStencilState::default() };
    for step in 0..*longest {
        let depth = (step as f32 + 0.5) / *longest as f32; // between rows of `step` and of `step + 1` entries
        let call = pass
            .call()
            .uniform("step", step as i32)
            .uniform("depth", depth)
            .gather("offsets", offsets);
        let call = call.gather("pointers", pointers).gather("values", values).gather("x", x);
        let call = call.output("result", &mut result).vertices(Topology::Triangles, 3);
        call.depth_stencil(&mut mask, longer).blend(Blend::Add).run()?;
    }
    // ANCHOR_END: passes
    Ok(result)
}

/// As many neighbouring lanes to each row as suit the mean row, and a tree in shared memory.
///
/// # Errors
/// As [`super::spmv`]; [`Error::Limit`] for a row of more than 65,000 entries for each of its lanes.
pub fn compute_vector(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_vector(matrix.columns, x)?;
    let mut result = device.empty(matrix.rows)?;
    let Rows { offsets, pointers, values, longest, rows, .. } = matrix;
    let mean = values.len().div_ceil((*rows).max(1));
    let lanes = mean
        .next_power_of_two()
        .max(longest.div_ceil(ROUNDS).next_power_of_two())
        .clamp(2, 32);
    if longest.div_ceil(lanes) > ROUNDS {
        let thing = "entries of the longest row, which the lanes of a row loop over";
        return Err(Error::limit(thing, *longest as u128, (ROUNDS * lanes) as u128, "take compute_merge"));
    }
    let kernel = device.kernel(&VECTOR.define("LANES", format!("{lanes}u")))?;
    let call = kernel
        .call()
        .gather("offsets", offsets)
        .gather("pointers", pointers)
        .gather("values", values);
    call.gather("x", x).output("result", &mut result).elements(rows * lanes).run()?;
    Ok(result)
}

/// The same number of steps for each lane, along the path that merges the rows' ends with the entries.
///
/// # Errors
/// As [`super::spmv`].
pub fn compute_merge(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_vector(matrix.columns, x)?;
    let mut result = device.empty(matrix.rows)?;
    if matrix.rows == 0 {
        return Ok(result);
    }
    let Rows { offsets, pointers, values, rows, .. } = matrix;
    // ANCHOR: merge
    let steps = rows + values.len();
    // A CPU wants a long stretch for each of few lanes, a GPU many lanes.
    let (group, most) = if crate::algorithms::is_cpu(&device) { (8, 256) } else { (64, 1 << 16) };
    let share = steps.div_ceil(most).clamp(16, ROUNDS);
    let lanes = steps.div_ceil(share);
    let mut carry_rows = device.empty::<u32>(lanes)?;
    let mut carries = device.empty::<f32>(lanes)?;
    let merge = device.kernel(&MERGE.define("LANES", group))?;
    let call = merge
        .call()
        .uniform("share", share as i32)
        .gather("offsets", offsets)
        .gather("pointers", pointers);
    let call = call.gather("values", values).gather("x", x).output("result", &mut result);
    call.output("carry_rows", &mut carry_rows)
        .output("carries", &mut carries)
        .elements(lanes)
        .run()?;

    let add = device.kernel(&CARRIES)?;
    let call = add.call().gather("carry_rows", &carry_rows).gather("carries", &carries);
    call.update("result", &mut result).elements(lanes).run()?;
    // ANCHOR_END: merge
    Ok(result)
}
