//! All pairs, with the bodies of a block in shared memory, tile by tile.

use super::leapfrog::{BodyBlock, run_leapfrog};
use super::{BODIES_PER_LANE, Bodies, Motion, TILE};
use crate::{Device, Era, KernelSource, Result, compute_kernel};

const SHARED: KernelSource = compute_kernel!("simulations/nbody_shared");
const REGISTERS: KernelSource = compute_kernel!("simulations/nbody_registers");

/// Runs an invocation per body; a group fetches each body once.
///
/// Source: Nyland, Harris and Prins, GPU Gems 3, chapter 31.
///
/// # Errors
/// As [`super::nbody`].
pub fn compute_shared(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Compute)?;
    let pull = device.kernel(&SHARED)?;
    let softening = motion.squared_softening();
    run_leapfrog(device, start, motion, ticks, |BodyBlock { bodies, position, before, result }| {
        pull.call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .gather("position", position)
            .gather("acceleration", before)
            .output("result", result)
            .run()
    })
}

/// Runs four bodies per invocation, so that each fetch from shared memory serves four pairs.
///
/// # Errors
/// As [`super::nbody`].
pub fn compute_registers(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Compute)?;
    let add_block = sum_in_registers(device, motion)?;
    run_leapfrog(device, start, motion, ticks, add_block)
}

/// Returns a function that adds the pull of a block, four bodies per invocation.
pub(super) fn sum_in_registers(
    device: &Device,
    motion: &Motion,
) -> Result<impl FnMut(BodyBlock) -> Result<()> + use<>> {
    let pull = device.kernel(&REGISTERS)?;
    let softening = motion.squared_softening();
    Ok(move |BodyBlock { bodies, position, before, result }: BodyBlock| {
        pull.call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .gather("position", position)
            .gather("acceleration", before)
            .output("result", result)
            .elements(position.len().next_multiple_of(TILE) / BODIES_PER_LANE)
            .run()
    })
}
