//! The lists of active paths, in the compute era.

use super::{START, WALK, compile_kernel, extract_steps};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const GROUPS: KernelSource = compute_kernel!("primitives/dispatch_indirect_groups");

/// The same list; the host reads its length and launches the next round itself.
///
/// # Errors
/// As [`super::dispatch_indirect()`].
pub fn compute_readback(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut lists = PathLists::new(&device.with_era(Era::Compute)?, source)?;
    // ANCHOR: readback
    let mut on_their_way = source.len();
    while on_their_way > 0 {
        lists.next.count.write(&[0])?;
        lists.walk(DispatchSize::Known(on_their_way))?;
        on_their_way = lists.now.count.read()?.first().map_or(0, |count| *count as usize); // here the host waits
    }
    // ANCHOR_END: readback
    extract_steps(&lists.device, &lists.paths)
}

/// Computes the number of work groups of 256 for a list of that length, for [`crate::Call::indirect`], and empties the
/// next list.
pub(in crate::algorithms) fn count_groups(
    device: &Device,
    list_count: &Stream<u32>,
    groups: &mut Stream<u32>,
    next_count: &mut Stream<u32>,
) -> Result<()> {
    device
        .kernel(&GROUPS)?
        .call()
        .gather("list_count", list_count)
        .output("groups", groups)
        .output("next_count", next_count)
        .groups([1, 1, 1])
        .run()
}

// ANCHOR: lists
/// A list of paths by their index, and its length on the device.
pub(super) struct PathList {
    places: Stream<u32>,
    pub count: Stream<u32>,
}

/// State of the compute era's rounds: the list of this round and that of the next.
pub(super) struct PathLists {
    pub device: Device,
    pub paths: Stream<[u32; 2]>,
    pub now: PathList,
    pub next: PathList,
}

impl PathLists {
    /// Starts all paths before their first step, all of them active.
    pub fn new(device: &Device, source: &Stream<u32>) -> Result<PathLists> {
        let mut paths = device.empty(source.shape())?;
        let mut now = PathList { places: device.empty(source.shape())?, count: device.stream(&[source.len() as u32])? };
        device
            .kernel(&START)?
            .call()
            .input("source", source)
            .output("paths", &mut paths)
            .output("list", &mut now.places)
            .run()?;
        let next = PathList { places: device.empty(source.shape())?, count: device.empty(1)? };
        Ok(PathLists { device: device.clone(), paths, now, next })
    }

    /// Advances every path of the list by the steps of a round; those that have not ended form the list of the next
    /// round.
    pub fn walk(&mut self, size: DispatchSize) -> Result<()> {
        let kernel = compile_kernel(&self.device, &WALK)?;
        let call = kernel
            .call()
            .gather("list", &self.now.places)
            .gather("list_count", &self.now.count)
            .update("paths", &mut self.paths)
            .output("next", &mut self.next.places)
            .update("next_count", &mut self.next.count);
        match size {
            DispatchSize::Counted(groups) => call.indirect(groups, 0).run()?,
            DispatchSize::Known(paths) => call.elements(paths).run()?,
        }
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }
}

/// Size of a dispatch.
pub(super) enum DispatchSize<'a> {
    /// As many groups as the device has written.
    Counted(&'a Stream<u32>),
    /// As many paths as the host has read.
    Known(usize),
}
// ANCHOR_END: lists
