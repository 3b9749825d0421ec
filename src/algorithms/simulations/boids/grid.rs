//! The flock by the hashed grid: each tick sorts the birds by cell, so that a bird looks at 27 cells.

use super::{Birds, Rules, hash_grid, row_bits, run_ticks};
use crate::{Device, Era, KernelSource, Layout, Result, kernel_pair};
use nalgebra::Vector4;

const SORTED: KernelSource = kernel_pair!("simulations/boids_sorted");
const GRID: KernelSource = kernel_pair!("simulations/boids_grid");

/// Sorts the birds by merging each tick; then a fragment per bird looks at the cells around it.
///
/// # Errors
/// As [`super::boids`].
pub fn fragment_grid(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    rules.check_values()?;
    let device = &device.with_era(Era::Fragment)?;
    let sorted = device.kernel(&SORTED)?;
    let grid = device.kernel(&GRID)?;
    let mut between = Birds::empty(device, start.position.shape())?;
    // ANCHOR: fragment
    run_ticks(device, start, ticks, |now, next| {
        let buckets = hash_grid::merge_buckets(device, &now.position, rules.radius)?;
        sorted
            .call()
            .uniform("row_bits", row_bits(&now.position))
            .input("order", &buckets.order)
            .gather("position", &now.position)
            .gather("velocity", &now.velocity)
            .output("new_position", &mut between.position)
            .output("new_velocity", &mut between.velocity)
            .run()?;
        buckets
            .fold
            .set_uniforms(rules.set_uniforms(grid.call()))
            .uniform("row_bits", row_bits(&between.position))
            .uniform("starts_bits", row_bits(&buckets.starts))
            .input("position", &between.position)
            .input("velocity", &between.velocity)
            .gather("starts", &buckets.starts)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    })
    // ANCHOR_END: fragment
}

/// Counts and places the birds in their cells each tick; then an invocation per bird looks at the cells
/// around it.
///
/// # Errors
/// As [`super::boids`].
pub fn compute_grid(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    rules.check_values()?;
    let device = &device.with_era(Era::Compute)?;
    let sorted = device.kernel(&SORTED)?;
    let grid = device.kernel(&GRID)?;
    let birds = start.position.len();
    let mut position = device.empty_in::<Vector4<f32>>(Layout::Packed, birds)?;
    let mut velocity = device.empty_in::<Vector4<f32>>(Layout::Packed, birds)?;
    // ANCHOR: compute
    run_ticks(device, start, ticks, |now, next| {
        let counted = hash_grid::count_buckets(device, &now.position, rules.radius)?;
        counted
            .fold
            .set_uniforms(sorted.call())
            .uniform("row_bits", row_bits(&position))
            .gather("position", &now.position)
            .gather("velocity", &now.velocity)
            .gather("rank", &counted.rank)
            .gather("starts", &counted.starts)
            .output("sorted_position", &mut position)
            .output("sorted_velocity", &mut velocity)
            .elements(birds)
            .run()?;
        counted
            .fold
            .set_uniforms(rules.set_uniforms(grid.call()))
            .uniform("row_bits", row_bits(&position))
            .gather("position", &position)
            .gather("velocity", &velocity)
            .gather("starts", &counted.starts)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    })
    // ANCHOR_END: compute
}
