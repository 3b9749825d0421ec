//! All pairs, with the birds in shared memory tile by tile.

use super::{Birds, Rules, run_ticks};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, compute_kernel};

const SHARED: KernelSource = compute_kernel!("simulations/boids_shared");

/// Birds per tile: the local size of boids_shared.comp.
const TILE: usize = 128;

/// Loop turns of an invocation: one per bird, two per tile with the one that ends it, and the last one.
pub(super) fn loop_turns(birds: usize) -> usize {
    birds + 2 * birds.div_ceil(TILE) + 1
}

/// Compares all pairs; a group fetches them tile by tile into shared memory.
///
/// # Errors
/// As [`super::fragment`].
pub fn compute_shared(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    let device = &device.with_era(Era::Compute)?;
    check_turns(device, "all pairs of birds", loop_turns(start.position.len()), "use boids::compute_grid")?;
    rules.check_values()?;
    let kernel = device.kernel(&SHARED)?;
    run_ticks(device, start, ticks, |now, next| {
        rules
            .set_uniforms(kernel.call())
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    })
}
