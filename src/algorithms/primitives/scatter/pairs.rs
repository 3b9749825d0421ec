//! Pairs of place and index, sorted by a network of passes.

use crate::{Device, KernelSource, PingPong, Pointer, Result, Stream, fragment_kernel};

const PAIRS: KernelSource = fragment_kernel!("primitives/scatter_pairs");
const SORT: KernelSource = fragment_kernel!("primitives/scatter_sort");

/// The place and the index of every element, the last element first.
pub(super) fn pairs(device: &Device, places: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let mut pairs = device.empty(places.len())?;
    device.kernel(&PAIRS)?.call().gather("places", places).output("result", &mut pairs).run()?;
    Ok(pairs)
}

/// The same sorted by place, and for one place by index: k (k + 1) / 2 passes for 2^k elements (Batcher 1968).
pub(in crate::algorithms::primitives) fn sorted(device: &Device, places: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let first = pairs(device, places)?;
    let second = device.empty(first.shape())?;
    let kernel = device.kernel(&SORT)?;
    let mut pairs = PingPong::new(first, second);
    // ANCHOR: network
    // Runs of `half` pairs are in order. Two of them become one: first each end is compared with the other, from outside to inside, and
    // then halves with halves, ever smaller.
    let mut half = 1;
    while half < places.len() {
        let mut mask = 2 * half - 1;
        while mask > 0 {
            pairs.step(|now, next| {
                kernel.call().uniform("mask", mask as i32).input("source", now).output("result", next).run()
            })?;
            mask = if mask > half { half / 2 } else { mask / 2 };
        }
        half *= 2;
    }
    // ANCHOR_END: network
    Ok(pairs.into_now())
}
