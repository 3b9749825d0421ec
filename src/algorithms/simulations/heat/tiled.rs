//! Four steps of a tile per dispatch.

use super::{check_plate, effective_steps};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, compute_kernel};

const TILED: KernelSource = compute_kernel!("simulations/heat_tiled");

/// Side of a tile of `heat_tiled.comp` in cells, and its maximum count of steps.
const TILE: usize = 24;
const TILED_STEPS: usize = 4;

// ANCHOR: tiled
/// Runs four steps per dispatch, on tiles in shared memory.
///
/// # Errors
/// As [`super::heat`].
pub fn compute_tiled(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    check_plate(cells, rate)?;
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&TILED)?;
    let steps = effective_steps(cells, steps);
    let [columns, rows] = [0, 1].map(|axis| cells.shape().extent(axis).div_ceil(TILE) as u32);
    let mut plate = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for first in (0..steps).step_by(TILED_STEPS) {
        plate.step(|now, next| {
            kernel
                .call()
                .uniform("rate", rate)
                .uniform("steps", TILED_STEPS.min(steps - first) as i32)
                .gather("cells", now)
                .output("result", next)
                .groups([columns, rows, 1])
                .run()
        })?;
    }
    Ok(plate.into_now())
}
// ANCHOR_END: tiled
