//! Exact distance fields: along the columns first, then along the rows.

use super::{Extra, check_grid, jumps, run_jumps};
use crate::{Device, Era, KernelSource, Pointer, Result, Stream, compute_kernel, fragment_kernel};

const COLUMN_JUMP: KernelSource = fragment_kernel!("simulations/distance_field_columns");
const ROWS: KernelSource = fragment_kernel!("simulations/distance_field_rows");
const COLUMN_SWEEP: KernelSource = compute_kernel!("simulations/distance_field_columns");
const ENVELOPES: KernelSource = compute_kernel!("simulations/distance_field_rows");

// ANCHOR: fragment_exact
/// Computes exact distances: floods each column, where jumping is exact, then searches the columns along each row.
///
/// # Errors
/// As [`super::distance_field`].
pub fn fragment_exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    let device = device.with_era(Era::Fragment)?;
    let [_, height] = check_grid(seeds)?;
    let mut doubling = jumps(height, Extra::None);
    doubling.reverse();
    let columns = run_jumps(&device, seeds, &COLUMN_JUMP, &doubling)?;
    let mut nearest = device.empty(seeds.shape())?;
    device
        .kernel(&ROWS)?
        .call()
        .gather("nearest", &columns)
        .output("result", &mut nearest)
        .run()?;
    Ok(nearest)
}
// ANCHOR_END: fragment_exact

// ANCHOR: compute_exact
/// Computes exact distances in linear time: an invocation per column, then an invocation per row.
///
/// # Errors
/// As [`super::distance_field`].
pub fn compute_exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    let device = device.with_era(Era::Compute)?;
    let [width, height] = check_grid(seeds)?;
    let mut columns = device.empty::<Pointer>(seeds.shape())?;
    let mut nearest = device.empty(seeds.shape())?;
    if seeds.is_empty() {
        return Ok(nearest);
    }
    device
        .kernel(&COLUMN_SWEEP)?
        .call()
        .gather("seeds", seeds)
        .update("nearest", &mut columns)
        .elements(width)
        .run()?;
    let mut stack = device.empty::<[i32; 2]>(seeds.shape())?;
    device
        .kernel(&ENVELOPES)?
        .call()
        .gather("nearest", &columns)
        .update("stack", &mut stack)
        .output("result", &mut nearest)
        .elements(height)
        .run()?;
    Ok(nearest)
}
// ANCHOR_END: compute_exact
