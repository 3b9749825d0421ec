//! All pairs on the vector lanes of a CPU: the bodies are loaded from an image.

use super::leapfrog::{BodyBlock, run_leapfrog};
use super::{Bodies, Motion};
use crate::algorithms::row_bits;
use crate::{Device, DeviceKind, Era, KernelSource, Layout, Result, Stream, compute_kernel};
use nalgebra::Vector4;

const IMAGES: KernelSource = compute_kernel!("simulations/nbody_images");

/// Bodies per invocation: as many as a CPU's registers hold, fewer on the emulator, which counts each step.
fn bodies_per_lane(device: &Device) -> usize {
    if device.suited_to() == DeviceKind::Emulator { 4 } else { 16 }
}

/// Invocations per group.
const LANES: usize = 8;

/// Runs up to sixteen bodies per invocation, which loads all bodies from an image.
///
/// # Errors
/// As [`super::nbody`].
pub fn compute_images(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    let device = &device.with_era(Era::Compute)?;
    let add_block = sum_from_image(device, start.position.len(), motion)?;
    run_leapfrog(device, start, motion, ticks, add_block)
}

/// Returns a function that adds the pull of a block, up to sixteen bodies per invocation. It copies all bodies to an
/// image before the first block.
pub(super) fn sum_from_image(
    device: &Device,
    bodies: usize,
    motion: &Motion,
) -> Result<impl FnMut(BodyBlock) -> Result<()> + use<>> {
    let own = bodies_per_lane(device);
    let pull = device.kernel(&IMAGES.define("OWN", own))?;
    let softening = motion.squared_softening();
    let mut image: Stream<Vector4<f32>> = device.empty_in(Layout::Packed, bodies)?;
    Ok(move |BodyBlock { bodies, position, before, result }: BodyBlock| {
        if bodies.start == 0 {
            image.copy_from(position)?;
        }
        pull.call()
            .uniform("softening", softening)
            .uniform("first", bodies.start as i32)
            .uniform("last", bodies.end as i32)
            .uniform("row_bits", row_bits(&image))
            .gather("position", &image)
            .gather("acceleration", before)
            .output("result", result)
            .elements(position.len().div_ceil(own * LANES) * LANES)
            .run()
    })
}
