//! The compute era, 32 nodes at a time: tiles in shared memory, in three phases.

use super::{check_square, initial_distances};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const CORNER: KernelSource = compute_kernel!("graphs/floyd_warshall_corner");
const CROSS: KernelSource = compute_kernel!("graphs/floyd_warshall_cross");
const REST: KernelSource = compute_kernel!("graphs/floyd_warshall_rest");

/// Nodes per step.
const TILE: usize = 32;

// ANCHOR: blocked
/// Runs three dispatches for each 32 intermediate nodes of a path.
///
/// # Errors
/// As [`super::floyd_warshall()`].
pub fn compute_blocked(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let nodes = check_square(weights)?;
    let tiles = nodes.div_ceil(TILE) as u32;
    let mut distances = initial_distances(&device, weights)?;
    let phases = [
        (device.kernel(&CORNER)?, [1, 1, 1]),
        (device.kernel(&CROSS)?, [tiles, 2, 1]),
        (device.kernel(&REST)?, [tiles, tiles, 1]),
    ];
    // ANCHOR_END: blocked
    // ANCHOR: rounds
    for pivot in (0..nodes).step_by(TILE) {
        for (kernel, groups) in &phases {
            kernel
                .call()
                .uniform("pivot", pivot as i32)
                .uniform("side", nodes as i32)
                .update("distances", &mut distances)
                .groups(*groups)
                .run()?;
        }
    }
    Ok(distances)
    // ANCHOR_END: rounds
}
