//! Four steps of a tile per dispatch.

use super::{GrayScott, check_dish};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, compute_kernel};

const TILED: KernelSource = compute_kernel!("simulations/reaction_diffusion_tiled");

/// Maximum count of steps per dispatch of reaction_diffusion_tiled.comp.
const FUSED_STEPS: usize = 4;

/// Side of its tile, in cells.
const TILE_SIDE: usize = 16;

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
    check_dish(cells, reaction)?;
    let device = device.with_era(Era::Compute)?;
    if cells.is_empty() {
        return device.copy_of(cells);
    }
    let kernel = device.kernel(&TILED)?;
    let [columns, rows] = [0, 1].map(|axis| cells.shape().extent(axis).div_ceil(TILE_SIDE) as u32);
    let mut dish = PingPong::new(device.copy_of(cells)?, device.empty(cells.shape())?);
    for first in (0..steps).step_by(FUSED_STEPS) {
        dish.step(|now, next| {
            reaction
                .set_uniforms(kernel.call())
                .uniform("steps", FUSED_STEPS.min(steps - first) as i32)
                .gather("cells", now)
                .output("result", next)
                .groups([columns, rows, 1])
                .run()
        })?;
    }
    Ok(dish.into_now())
}
