//! The fragment era's bitonic network with a quad for each side of the comparators.

use super::key::{Key, for_key_type};
use super::{END, START, Sorted, check_rows, fetch_sorted};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, Topology, fragment_kernel};

const ROWS: KernelSource = fragment_kernel!("primitives/sort_rows", vertex);
const ROWS_LAST: KernelSource = fragment_kernel!("primitives/sort_rows_last");

/// Sorts by the bitonic network with two pairs per texel: each quad fixes its side of the comparators and the distance
/// of the other side, and the last steps of each stage are one pass.
///
/// Source: Govindaraju, Raghuvanshi and Manocha, Fast and Approximate Stream Mining of Quantiles and
/// Frequencies Using Graphics Processors, SIGMOD 2005 (GPUSort).
///
/// # Errors
/// As [`super::sort`].
pub fn fragment_rows<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    check_rows(keys, values)?;
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: start
    let texels = keys.len().next_power_of_two().max(8) / 2;
    let width = widest_row(texels).min(texels).min(device.limits().texture_side);
    let shape = [width, texels / width];
    let mut first = device.empty::<[u32; 4]>(shape)?;
    device
        .kernel(&for_key_type::<K>(&START).define("PACKED", 1))? // with the stage of two elements
        .call()
        .gather("keys", keys)
        .output("result", &mut first)
        .run()?;
    // ANCHOR_END: start

    let mut pairs = PingPong::new(first, device.uninit(shape)?);
    let quads = device.kernel(&ROWS)?;
    let last = device.kernel(&ROWS_LAST)?;
    // ANCHOR: quads
    let mut block = 2; // in texels now
    while block <= texels {
        let mut stride = block / 2;
        while stride >= 4 {
            // Lower and upper sides alternate: columns of the texture if a block fits into a row, otherwise whole rows.
            let quad = if block.min(2 * stride) <= width { [stride, shape[1]] } else { [width, stride / width] };
            let corners = 6 * texels / (quad[0] * quad[1]);
            pairs.step(|now, next| {
                quads
                    .call()
                    .uniform("quad", quad.map(|side| side as i32))
                    .uniform("mirrored", i32::from(2 * stride == block))
                    .gather("source", now)
                    .output("result", next)
                    .vertices(Topology::Triangles, corners)
                    .run()
            })?;
            stride /= 2;
        }
        // ANCHOR_END: quads
        // ANCHOR: last
        let reach = if block <= 4 { block as i32 - 1 } else { 0 };
        pairs.step(|now, next| {
            last.call()
                .uniform("reach", reach)
                .gather("source", now)
                .output("result", next)
                .run()
        })?;
        block *= 2;
    }
    // ANCHOR_END: last
    let end = device.kernel(&for_key_type::<K>(&END).define("PACKED", 1))?;
    fetch_sorted(&device, &end, &pairs.into_now(), keys, values)
}

/// Returns the width of a texture of `texels` texels. It is wider than high: quads of whole rows are many, and thin
/// ones are slow.
fn widest_row(texels: usize) -> usize {
    (1 << texels.ilog2().div_ceil(2)) * 4
}
