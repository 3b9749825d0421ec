//! Rungs of both eras with each node's pointer and rank in one element.

use super::{Check, Trial, Workload, build_lists, jumps, reference};
use crate::{Device, Era, KernelSource, PingPong, Pointer, Result, Stream, kernel_pair};

const START: KernelSource = kernel_pair!("graphs/list_rank_packed_start");
const JUMP: KernelSource = kernel_pair!("graphs/list_rank_packed");

/// Stores pointer and rank in two channels of a texel: one dependent fetch per jump. The second channel of the result
/// is the rank.
///
/// # Errors
/// As [`super::list_rank()`].
pub fn fragment_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    rank_packed(&device.with_era(Era::Fragment)?, pointers)
}

/// Stores pointer and rank next to each other in one buffer. The second channel of the result is the rank.
///
/// # Errors
/// As [`super::list_rank()`].
pub fn compute_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    rank_packed(&device.with_era(Era::Compute)?, pointers)
}

fn rank_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let mut links = device.empty(pointers.shape())?;
    device
        .kernel(&START)?
        .call()
        .input("pointers", pointers)
        .output("links", &mut links)
        .run()?;
    let mut links = PingPong::new(links, device.empty(pointers.shape())?);
    let kernel = device.kernel(&JUMP)?;
    for _ in 0..jumps(pointers.len()) {
        links.step(|now, next| kernel.call().gather("links", now).output("new_links", next).run())?;
    }
    Ok(links.into_now())
}

type PackedListRankRung = fn(&Device, &Stream<Pointer>) -> Result<Stream<[u32; 2]>>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: PackedListRankRung) -> Result<Trial> {
    let pointers = build_lists(workload);
    let wanted = reference(&pointers);
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &pointers),
        move |links| {
            let ranks: Vec<u32> = links.read()?.iter().map(|[_, rank]| *rank).collect();
            Ok(Check::exact(&ranks, &wanted))
        },
    ))
}
