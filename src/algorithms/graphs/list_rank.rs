//! List ranking: each node's distance to the end of its list, by pointer jumping.
//!
#![doc = table!()]
//!
//! Sources: Wyllie, The Complexity of Parallel Computations, Cornell, 1979; Hillis and Steele, Data Parallel
//! Algorithms, CACM 29(12), 1986.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::list_rank;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let pointers = [Pointer::to(1), Pointer::to(2), Pointer::NOWHERE, Pointer::to(3)];
//! let ranks = list_rank::reference(&pointers);
//! assert_eq!(ranks, [2, 1, 0, list_rank::endless(4)]); // the last is its own next one
//! let [old, new] = [fragment.stream(&pointers)?, compute.stream(&pointers)?];
//! assert_eq!(list_rank(&device, &new)?.read()?, ranks);
//! assert_eq!(list_rank::fragment(&fragment, &old)?.read()?, ranks);
//! assert_eq!(list_rank::compute(&compute, &new)?.read()?, ranks);
//!
//! let second = |lanes: Vec<[u32; 2]>| lanes.into_iter().map(|[_, rank]| rank).collect::<Vec<_>>();
//! assert_eq!(second(list_rank::fragment_packed(&fragment, &old)?.read()?), ranks);
//! assert_eq!(second(list_rank::compute_packed(&compute, &new)?.read()?), ranks);
//!
//! // A card of 2005 takes texels for pointers, and counts in floats.
//! let texels = gristmill::algorithms::gather::coordinates(old.plan(), &pointers);
//! let floats = list_rank::fragment_2005(&fragment, &fragment.stream(&texels)?)?.read()?;
//! assert_eq!(floats, [2.0, 1.0, 0.0, 4.0]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod packed;

use super::{Check, Trial, Workload};
use crate::{Device, Element, Era, KernelSource, Pointer, Result, Stream, kernel_pair, random};

pub use of_2005::fragment_2005;
pub(super) use of_2005::{JUMP_2005, jump_passes, run_jumps};
pub use packed::{compute_packed, fragment_packed};

rungs! {
    "each list node's distance to the end, by pointer jumping", 1 << 20, trial;
    fragment: "jump and double, two outputs per pass", "1 + ceil(log2 n) passes; n log2 n links followed", "Wyllie 1979";
    fragment_packed: "pointer and rank in one texel", "1 + ceil(log2 n) passes; n log2 n links followed",
        "GPU Gems 2, chapter 33", by |device, workload| packed::trial(device, workload, fragment_packed);
    fragment_2005: "pointer and rank in one texel, three jumps per pass", "2 + ceil(log4 n) passes; 3/2 n log2 n links followed",
        "Wyllie 1979; GPU Gems 2, section 33.2.3, 2005", on "radeon-9700", by of_2005::trial;
    compute: "jump and double, two buffers in and two out", "1 + ceil(log2 n) dispatches; n log2 n links followed",
        "Hillis and Steele 1986";
    compute_packed: "pointer and rank side by side", "1 + ceil(log2 n) dispatches; n log2 n links followed",
        "Wyllie 1979", by |device, workload| packed::trial(device, workload, compute_packed);
}

const START: KernelSource = kernel_pair!("graphs/list_rank_start");
const JUMP: KernelSource = kernel_pair!("graphs/list_rank");

/// Returns for each node the count of links to the end of its list, in the device's era.
///
/// `pointers` has each node's next node; a pointer to nowhere, or beyond the nodes, ends a list, and that node's rank
/// is 0. There may be any number of lists, and several nodes may share a next one. A node whose links lead into a
/// cycle has the rank [`endless`], which no other node can have. The result has the shape of the pointers.
///
/// # Errors
/// [`crate::Error::Call`] if the stream does not have the layout of the era.
pub fn list_rank(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, pointers),
        Era::Compute => compute(device, pointers),
    }
}

// ANCHOR: reference
/// Computes the same by walking: from each node to one whose rank is known, then back.
pub fn reference(pointers: &[Pointer]) -> Vec<u32> {
    let endless = endless(pointers.len());
    let mut ranks = vec![None; pointers.len()];
    let mut path = Vec::new();
    for start in 0..pointers.len() {
        let mut at = Some(start);
        while let Some(node) = at.filter(|node| ranks[*node].is_none()) {
            ranks[node] = Some(endless); // unless the end is found: a walk that returns is in a cycle
            path.push(node);
            at = pointers[node].target().filter(|next| *next < pointers.len());
        }
        let mut rank = at.and_then(|node| ranks[node]).map_or(0, |known| endless.min(known + 1));
        while let Some(node) = path.pop() {
            ranks[node] = Some(rank);
            rank = endless.min(rank + 1);
        }
    }
    ranks.into_iter().flatten().collect()
}
// ANCHOR_END: reference

/// Returns the jumps per node: ceil(log2 n) for n nodes.
///
/// ```
/// use gristmill::algorithms::list_rank::jumps;
/// assert_eq!([0, 1, 2, 3, 4, 5, 1024].map(jumps), [0, 0, 1, 2, 2, 3, 10]);
/// ```
pub fn jumps(nodes: usize) -> u32 {
    usize::BITS - nodes.saturating_sub(1).leading_zeros()
}

/// Returns the rank of a node in a cycle or on the way to one: all links of the jumps, the first power of two that is
/// not below the count of nodes.
///
/// No list of n nodes has a rank of n, so the value is unambiguous.
pub fn endless(nodes: usize) -> u32 {
    1_u32.checked_shl(jumps(nodes)).unwrap_or(u32::MAX)
}

/// The pointers of the nodes, and the count of links that each skips.
struct RankedNodes {
    pointers: Stream<Pointer>,
    ranks: Stream<u32>,
}

impl RankedNodes {
    fn with_shape_of<T: Element>(device: &Device, stream: &Stream<T>) -> Result<RankedNodes> {
        Ok(RankedNodes { pointers: device.empty(stream.shape())?, ranks: device.empty(stream.shape())? })
    }
}

// ANCHOR: jumps_start
/// Runs one pass per jump, which writes the pointers and the ranks at once.
///
/// # Errors
/// As [`list_rank`].
pub fn fragment(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut now = RankedNodes::with_shape_of(&device, pointers)?;
    let mut next = RankedNodes::with_shape_of(&device, pointers)?;
    device
        .kernel(&START)?
        .call()
        .input("pointers", pointers)
        .output("new_pointers", &mut now.pointers)
        .output("new_ranks", &mut now.ranks)
        .run()?;
    // ANCHOR_END: jumps_start
    // ANCHOR: jumps
    let jump = device.kernel(&JUMP)?;
    for _ in 0..jumps(pointers.len()) {
        jump.call()
            .gather("pointers", &now.pointers)
            .gather("ranks", &now.ranks)
            .output("new_pointers", &mut next.pointers)
            .output("new_ranks", &mut next.ranks)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now.ranks)
}
// ANCHOR_END: jumps

/// Runs one dispatch per jump, between two pairs of buffers.
///
/// # Errors
/// As [`list_rank`].
pub fn compute(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let mut now = RankedNodes::with_shape_of(&device, pointers)?;
    let mut next = RankedNodes::with_shape_of(&device, pointers)?;
    device
        .kernel(&START)?
        .call()
        .input("pointers", pointers)
        .output("new_pointers", &mut now.pointers)
        .output("new_ranks", &mut now.ranks)
        .run()?;
    let jump = device.kernel(&JUMP)?;
    for _ in 0..jumps(pointers.len()) {
        jump.call()
            .gather("pointers", &now.pointers)
            .gather("ranks", &now.ranks)
            .output("new_pointers", &mut next.pointers)
            .output("new_ranks", &mut next.ranks)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now.ranks)
}

/// Builds lists in random order in memory: a shuffled chain, cut at about four places; the lists stay long, which is
/// the hard case.
fn build_lists(workload: &Workload) -> Vec<Pointer> {
    let size = workload.size;
    let mut order: Vec<usize> = (0..size).collect();
    for last in (1..size).rev() {
        order.swap(last, random::word(workload.seed, last as u32, 0) as usize % (last + 1));
    }
    let mut pointers = vec![Pointer::NOWHERE; size];
    let links = (size / 4).max(4) as u32;
    for (at, link) in order.windows(2).enumerate() {
        if !random::word(workload.seed, at as u32, 1).is_multiple_of(links) {
            pointers[link[0]] = Pointer::to(link[1]);
        }
    }
    pointers
}

type ListRankRung = fn(&Device, &Stream<Pointer>) -> Result<Stream<u32>>;

fn trial(device: &Device, workload: &Workload, rung: ListRankRung) -> Result<Trial> {
    let pointers = build_lists(workload);
    let wanted = reference(&pointers);
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &pointers), move |ranks| Ok(Check::exact(&ranks.read()?, &wanted))))
}
