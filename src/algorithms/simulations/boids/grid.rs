//! The flock by the hashed grid: the birds sorted by cell each tick, so that a bird looks at 27 cells.

use super::{Birds, Rules, of, row_bits, turns};
use crate::algorithms::hash_grid;
use crate::{Device, Era, KernelSource, Layout, Result, kernel_pair};
use nalgebra::Vector4;

const SORTED: KernelSource = kernel_pair!("simulations/boids_sorted");
const GRID: KernelSource = kernel_pair!("simulations/boids_grid");

/// The birds sorted by a network each tick; then a fragment a bird looks at the cells around it.
///
/// # Errors
/// As [`super::boids`].
pub fn fragment_grid(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    rules.check()?;
    let device = &device.with_era(Era::Fragment)?;
    let [sorted, grid] = [SORTED, GRID].map(|kernel| device.kernel(&of(&kernel)));
    let (sorted, grid) = (sorted?, grid?);
    let mut between = Birds::empty(device, start.position.shape())?;
    // ANCHOR: fragment
    turns(device, start, ticks, |now, next| {
        let buckets = hash_grid::sorted_buckets(device, &now.position, rules.radius)?;
        let call = sorted.call().input("order", &buckets.order);
        let call = call.gather("position", &now.position).gather("velocity", &now.velocity);
        let call = call.output("new_position", &mut between.position);
        call.output("new_velocity", &mut between.velocity).run()?;

        let call = buckets
            .fold
            .tell(rules.tell(grid.call()))
            .uniform("row_bits", row_bits(&between.position));
        let call = call.input("position", &between.position).input("velocity", &between.velocity);
        let call = call
            .gather("starts", &buckets.starts)
            .output("new_position", &mut next.position);
        call.output("new_velocity", &mut next.velocity).run()
    })
    // ANCHOR_END: fragment
}

/// The birds counted in their cells and placed each tick; then an invocation a bird looks at the cells around it.
///
/// # Errors
/// As [`super::boids`].
pub fn compute_grid(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    rules.check()?;
    let device = &device.with_era(Era::Compute)?;
    let [sorted, grid] = [SORTED, GRID].map(|kernel| device.kernel(&of(&kernel)));
    let (sorted, grid) = (sorted?, grid?);
    let birds = start.position.len();
    let mut position = device.empty_in(Layout::Packed, birds)?;
    let mut velocity = device.empty_in::<Vector4<f32>>(Layout::Packed, birds)?;
    // ANCHOR: compute
    turns(device, start, ticks, |now, next| {
        let counted = hash_grid::counted_buckets(device, &now.position, rules.radius)?;
        let call = counted.fold.tell(sorted.call()).uniform("row_bits", row_bits(&position));
        let call = call.gather("position", &now.position).gather("velocity", &now.velocity);
        let call = call.gather("rank", &counted.rank).gather("starts", &counted.starts);
        let call = call
            .output("sorted_position", &mut position)
            .output("sorted_velocity", &mut velocity);
        call.elements(birds).run()?;

        let call = counted
            .fold
            .tell(rules.tell(grid.call()))
            .uniform("row_bits", row_bits(&position));
        let call = call.gather("position", &position).gather("velocity", &velocity);
        let call = call
            .gather("starts", &counted.starts)
            .output("new_position", &mut next.position);
        call.output("new_velocity", &mut next.velocity).run()
    })
    // ANCHOR_END: compute
}
