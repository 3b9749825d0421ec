//! Four steps of a tile per dispatch.

use super::{GrayScott, check};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, compute_kernel};

const TILED: KernelSource = compute_kernel!("simulations/reaction_diffusion_tiled");

/// Maximum count of steps per dispatch of reaction_diffusion_tiled.comp.
const FUSED: usize = 4;

/// Side of its tile, in cells.
const SIDE: usize = 16;

/// Runs on tiles of 16x16 cells: a group loads its tile and a rim of four cells into shared memory, runs four steps
/// there, and stores the tile.
///
/// # Errors
/// As [`super::reaction_diffusion`].
pub fn compute_tiled(
    device: &Device,
    cells: &Stream<[f32; 2]>,
    reaction: &GrayScott,
    steps: usize,
) -> Result<Stream<[f32; 2]>> {
    check(cells, reaction)?;
    let device = device.with_era(Era::Compute)?;
    if cells.is_empty() {
        return device.copy_of(cells);
    }
    let kernel = device.kernel(&TILED)?;
    let [columns, rows] = [0, 1].map(|axis| cells.shape().extent(axis).div_ceil(SIDE) as u32);
    let mut dish = PingPong::new(device.copy_of(cells)?, device.empty(cells.shape())?);
    for first in (0..steps).step_by(FUSED) {
        dish.step(|now, next| {
            reaction
                .uniforms(kernel.call())
                .uniform("steps", FUSED.min(steps - first) as i32)
                .gather("cells", now)
                .output("result", next)
                .groups([columns, rows, 1])
                .run()
        })?;
    }
    Ok(dish.into_now())
}
