//! The whole volume, without pages.

use super::set::StepConstants;
use super::{SurfaceMotion, WIDTH};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const DENSE: KernelSource = compute_kernel!("structures/level_set_dense");

/// Every cell of the volume in each step, without pages: the difference to this is what the band saves.
///
/// # Errors
/// As [`super::level_set`].
pub fn compute_dense(device: &Device, motion: &SurfaceMotion, start: &[f32], steps: usize) -> Result<Stream<f32>> {
    motion.check(start)?;
    let device = device.with_era(Era::Compute)?;
    let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
    let mut now = device.stream(&start)?;
    let mut next = device.empty(start.len())?;
    let speeds = device.stream(&motion.speeds)?;
    let kernel = device.kernel(&DENSE)?;
    let constants = StepConstants::from_motion(motion);
    for _ in 0..steps {
        constants
            .set_uniforms(kernel.call())
            .gather("memory", &now)
            .gather("speeds", &speeds)
            .output("result", &mut next)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}
