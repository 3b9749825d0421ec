//! The fragment era: sorting networks, one pass for each step.

use super::Sorted;
use super::key::{Key, of, ordered};
use crate::{Device, Element, Era, KernelSource, PingPong, Result, Stream, Topology, fragment_kernel};

const ODD_EVEN: KernelSource = fragment_kernel!("primitives/sort_odd_even");
const ROWS: KernelSource = fragment_kernel!("primitives/sort_rows", vertex);
const ROWS_LAST: KernelSource = fragment_kernel!("primitives/sort_rows_last");

/// Stages and their steps: blocks of 2, 4, 8, ... elements, and in each the strides from half a block down to 1.
pub(super) fn steps(elements: usize) -> impl Iterator<Item = (usize, usize)> {
    let stages = elements.max(1).next_power_of_two().ilog2();
    (1..=stages).flat_map(|stage| (0..stage).rev().map(move |step| (1 << stage, 1 << step)))
}

/// By the bitonic network.
pub(super) fn bitonic<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    one_by_one(device, &super::SORT, keys, values)
}

/// By the odd-even merging network.
pub(super) fn odd_even<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    one_by_one(device, &ODD_EVEN, keys, values)
}

/// A pair a texel, a pass a step.
fn one_by_one<K: Key>(
    device: &Device,
    kernel: &KernelSource,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<K>> {
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: steps
    let mut first = device.empty::<[u32; 2]>(keys.len())?;
    let start = device.kernel(&of::<K>(&super::START))?;
    start.call().gather("keys", keys).output("result", &mut first).run()?;
    let mut pairs = PingPong::new(first, device.empty(keys.len())?);
    let kernel = device.kernel(&ordered(kernel))?;
    for (block, stride) in steps(keys.len()) {
        pairs.step(|now, next| {
            let call = kernel.call().uniform("block", block as i32).uniform("stride", stride as i32);
            call.input("source", now).output("result", next).run()
        })?;
    }
    // ANCHOR_END: steps
    let end = device.kernel(&of::<K>(&super::END))?;
    finish(&device, &end, &pairs.into_now(), keys, values)
}

/// Keys from their codes, values from where the indices point.
fn finish<K: Key, P: Element>(
    device: &Device,
    end: &crate::Kernel,
    pairs: &Stream<P>,
    keys: &Stream<K>,
    values: &Stream<u32>,
) -> Result<Sorted<K>> {
    let mut result = (device.empty(keys.shape())?, device.empty(keys.shape())?);
    let call = end.call().gather("source", pairs).gather("values", values);
    call.output("result_keys", &mut result.0)
        .output("result_values", &mut result.1)
        .run()?;
    Ok(result)
}

/// Two pairs a texel, quads for the sides of the comparators, and the last steps of a stage in one pass.
pub(super) fn rows<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let device = device.with_era(Era::Fragment)?;
    // ANCHOR: rows
    let texels = keys.len().next_power_of_two().max(8) / 2;
    let width = widest(texels).min(texels).min(device.limits().texture_side);
    let shape = [width, texels / width];
    let mut first = device.empty::<[u32; 4]>(shape)?;
    let start = device.kernel(&of::<K>(&super::START).define("PACKED", 1))?;
    start.call().gather("keys", keys).output("result", &mut first).run()?; // and the stage of two elements

    let mut pairs = PingPong::new(first, device.empty(shape)?);
    let [quads, last] = [ROWS, ROWS_LAST].map(|kernel| device.kernel(&with_texels(&kernel)));
    let (quads, last) = (quads?, last?);
    let mut block = 2; // in texels now
    while block <= texels {
        let mut stride = block / 2;
        while stride >= 4 {
            // Lower and upper sides by turns: columns of the texture where a block fits into a row, else whole rows.
            let quad = if block.min(2 * stride) <= width { [stride, shape[1]] } else { [width, stride / width] };
            let corners = 6 * texels / (quad[0] * quad[1]);
            pairs.step(|now, next| {
                let call = quads.call().uniform("quad", quad.map(|side| side as i32));
                let call = call.uniform("mirrored", i32::from(2 * stride == block));
                call.gather("source", now)
                    .output("result", next)
                    .vertices(Topology::Triangles, corners)
                    .run()
            })?;
            stride /= 2;
        }
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
    // ANCHOR_END: rows
    let end = device.kernel(&of::<K>(&super::END).define("PACKED", 1))?;
    finish(&device, &end, &pairs.into_now(), keys, values)
}

/// The width of a texture of so many texels. Wider than high: quads of whole rows are many, and thin ones are slow.
fn widest(texels: usize) -> usize {
    (1 << texels.ilog2().div_ceil(2)) * 4
}

fn with_texels(kernel: &KernelSource) -> KernelSource {
    ordered(kernel).include("sort_rows.glsl", include_str!("../../../../fragment_kernels/include/sort_rows.glsl"))
}
