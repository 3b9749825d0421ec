//! Pointers as texels and three jumps per pass, by kernels of GLSL 1.10.

use super::{build_lists, endless, jumps, reference};
use crate::algorithms::gather::coordinates;
use crate::algorithms::primitives::{in_rows, rows::check_countable, rows::column_and_row};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, fragment_kernel};

const START: KernelSource = fragment_kernel!("graphs/list_rank_start_2005");
pub(in crate::algorithms::graphs) const JUMP_2005: KernelSource = fragment_kernel!("graphs/list_rank_2005");
const END: KernelSource = fragment_kernel!("graphs/list_rank_end_2005");

/// Three jumps per pass by kernels of GLSL 1.10, for any card that calculates in floats. The result has the shape of
/// the pointers.
///
/// A pointer is the texel of the next node: its column and row in the texture of `pointers`, as
/// [`gather::coordinates`](crate::algorithms::gather::coordinates) computes them. Any other place ends a list.
///
/// Source: Wyllie, The Complexity of Parallel Computations, 1979; pointers as in Lefohn, Kniss and Owens, GPU Gems 2,
/// section 33.2.3, 2005.
///
/// # Errors
/// [`crate::Error::Call`] if the stream is not in one texture, row after row; [`crate::Error::Limit`] if there are more
/// nodes than the card's floats can count: 2^17 on a Radeon 9700, 2^24 in 32 bits.
pub fn fragment_2005(device: &Device, pointers: &Stream<[f32; 2]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("list_rank", "pointers", pointers)?;
    check_countable(&device, pointers.len())?;
    let mut links = device.empty_in(pointers.layout(), pointers.shape())?;
    device
        .kernel(&START)?
        .call()
        .uniform("end", column_and_row(pointers.len(), pointers))
        .input("pointers", pointers)
        .output("gl_FragColor", &mut links)
        .run()?;
    let next = device.empty_in(pointers.layout(), pointers.shape())?;
    let mut links = PingPong::new(links, next);
    // ANCHOR: jumps
    let kernel = device.kernel(&JUMP_2005)?;
    for _ in 0..jump_passes(pointers.len()) {
        run_jumps(&kernel, &mut links)?;
    }
    // ANCHOR_END: jumps
    let mut ranks = device.empty_in(pointers.layout(), pointers.shape())?;
    device
        .kernel(&END)?
        .call()
        .uniform("nodes", pointers.len() as f32)
        .uniform("endless", endless(pointers.len()) as f32)
        .input("links", links.now())
        .output("gl_FragColor", &mut ranks)
        .run()?;
    Ok(ranks)
}

/// Runs a pass of three jumps, after which each node has seen four times as many links.
pub(in crate::algorithms::graphs) fn run_jumps(kernel: &Kernel, links: &mut PingPong<[f32; 4]>) -> Result<()> {
    links.step(|now, next| kernel.call().input("links", now).output("gl_FragColor", next).run())
}

/// Returns the passes of three jumps for so many nodes: ceil(log4 n).
pub(in crate::algorithms::graphs) fn jump_passes(nodes: usize) -> u32 {
    jumps(nodes).div_ceil(2)
}

/// Tries the other rungs' lists, with pointers as texels.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let pointers = build_lists(workload);
    let wanted: Vec<f32> = reference(&pointers).into_iter().map(|rank: u32| rank as f32).collect();
    let texels = coordinates(device.empty::<[f32; 2]>(pointers.len())?.plan(), &pointers);
    let pointers = device.stream(&texels)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &pointers),
        move |ranks: &Stream<f32>| Ok(Check::exact(&ranks.read()?, &wanted)),
    ))
}
