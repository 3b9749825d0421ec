//! The compute era's network: bitonic steps in shared memory, where they fit.

use super::Sorted;
use super::key::{Key, of, ordered};
use super::networks::steps;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const STEP: KernelSource = compute_kernel!("primitives/sort_step");

/// Pairs of a tile of sort.comp.
const TILE: usize = 2048;

/// Invocations of a group of sort.comp.
const LANES: usize = 256;

/// By the bitonic network, in place.
pub(super) fn bitonic<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let device = device.with_era(Era::Compute)?;
    let n = keys.len();
    // ANCHOR: tiles
    let mut pairs = device.empty::<[u32; 2]>(n)?;
    let start = device.kernel(&of::<K>(&super::START))?;
    start.call().gather("keys", keys).output("result", &mut pairs).run()?;
    let (tiles, step) = (device.kernel(&ordered(&super::SORT))?, device.kernel(&ordered(&STEP))?);
    let sort_tiles = |pairs: &mut Stream<[u32; 2]>, first: usize, stride: usize, last: usize| {
        let call = tiles
            .call()
            .uniform("first_block", first as i32)
            .uniform("first_stride", stride as i32);
        let call = call.uniform("last_block", last as i32);
        call.update("result", pairs).elements(n.div_ceil(TILE) * LANES).run()
    };
    sort_tiles(&mut pairs, 2, 1, TILE)?;
    for (block, stride) in steps(n).filter(|(block, stride)| *block > TILE && *stride >= TILE / 2) {
        if stride >= TILE {
            let call = step.call().uniform("block", block as i32).uniform("stride", stride as i32);
            call.update("result", &mut pairs).elements(n.next_power_of_two() / 2).run()?;
        } else {
            sort_tiles(&mut pairs, block, stride, block)?; // this step and all smaller ones
        }
    }
    // ANCHOR_END: tiles
    let mut result = (device.empty(keys.shape())?, device.empty(keys.shape())?);
    let end = device.kernel(&of::<K>(&super::END))?;
    let call = end.call().gather("source", &pairs).gather("values", values);
    call.output("result_keys", &mut result.0)
        .output("result_values", &mut result.1)
        .run()?;
    Ok(result)
}
