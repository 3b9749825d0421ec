//! List ranking: each node's distance to the end of its list, by pointer jumping.
//!
//! | era | method | passes | work |
//! |---|---|---|---|
//! | fragment | jump and double, two outputs a pass | 1 + ceil(log2 n) | n log n |
//! | fragment, packed | pointer and rank in one texel | 1 + ceil(log2 n) | n log n |
//! | compute | the same, two buffers in and two out | 1 + ceil(log2 n) | n log n |
//! | compute, packed | pointer and rank side by side | 1 + ceil(log2 n) | n log n |
//!
//! Sources: Wyllie, The Complexity of Parallel Computations, Cornell, 1979; Hillis and Steele, Data Parallel Algorithms, CACM 29(12), 1986.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Element, Era, KernelSource, PingPong, Pointer, Result, Stream, kernel_pair, random};

const START: KernelSource = kernel_pair!("graphs/list_rank_start");
const JUMP: KernelSource = kernel_pair!("graphs/list_rank");
const PACKED_START: KernelSource = kernel_pair!("graphs/list_rank_packed_start");
const PACKED_JUMP: KernelSource = kernel_pair!("graphs/list_rank_packed");

/// For each node the links from it to the end of its list, in the device's era.
///
/// `pointers` has each node's next node; a pointer to nowhere, or beyond the nodes, ends a list, and that node's rank is 0. There may be
/// any number of lists, and several nodes may share a next one. A node whose links never end, since they lead into a cycle, gets
/// [`endless`], which no other node can have. Shaped like the pointers.
///
/// # Errors
/// [`crate::Error::Call`] where the stream is not in the layout that the era gives a stream.
pub fn list_rank(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, pointers),
        Era::Compute => compute(device, pointers),
    }
}

// ANCHOR: reference
/// The same by walking: from each node to one whose rank is known, then back.
pub fn reference(pointers: &[Pointer]) -> Vec<u32> {
    let endless = endless(pointers.len());
    let mut ranks = vec![None; pointers.len()];
    let mut path = Vec::new();
    for start in 0..pointers.len() {
        let mut at = Some(start);
        while let Some(node) = at.filter(|node| ranks[*node].is_none()) {
            ranks[node] = Some(endless); // unless the end is found: who comes back to it is in a cycle
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

/// How often every node jumps: ceil(log2 n) for n nodes.
///
/// ```
/// use gristmill::algorithms::list_rank::jumps;
/// assert_eq!([0, 1, 2, 3, 4, 5, 1024].map(jumps), [0, 0, 1, 2, 2, 3, 10]);
/// ```
pub fn jumps(nodes: usize) -> u32 {
    usize::BITS - nodes.saturating_sub(1).leading_zeros()
}

/// The rank of a node that reaches no end: all the links seen in so many jumps, the first power of two that is not below the number of nodes.
///
/// No list of n nodes has a rank of n, so this names the nodes in cycles, and those that lead into one.
pub fn endless(nodes: usize) -> u32 {
    1_u32.checked_shl(jumps(nodes)).unwrap_or(u32::MAX)
}

/// One pass a jump; it writes the pointers and the ranks at once.
///
/// # Errors
/// As [`list_rank`].
pub fn fragment(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    jump(&device.with_era(Era::Fragment)?, pointers)
}

/// One dispatch a jump, between two pairs of buffers.
///
/// # Errors
/// As [`list_rank`].
pub fn compute(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    jump(&device.with_era(Era::Compute)?, pointers)
}

// ANCHOR: jumps
/// Where the nodes point, and how many links lie between.
struct Nodes {
    pointers: Stream<Pointer>,
    ranks: Stream<u32>,
}

impl Nodes {
    fn like<T: Element>(device: &Device, stream: &Stream<T>) -> Result<Nodes> {
        Ok(Nodes { pointers: device.empty(stream.shape())?, ranks: device.empty(stream.shape())? })
    }
}

fn jump(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<u32>> {
    let (mut now, mut next) = (Nodes::like(device, pointers)?, Nodes::like(device, pointers)?);
    let start = device.kernel(&START)?;
    let start = start.call().input("pointers", pointers);
    start
        .output("new_pointers", &mut now.pointers)
        .output("new_ranks", &mut now.ranks)
        .run()?;

    let kernel = device.kernel(&JUMP)?;
    for _ in 0..jumps(pointers.len()) {
        let call = kernel.call().gather("pointers", &now.pointers).gather("ranks", &now.ranks);
        call.output("new_pointers", &mut next.pointers)
            .output("new_ranks", &mut next.ranks)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now.ranks)
}
// ANCHOR_END: jumps

/// Pointer and rank in two lanes of one texel: one dependent fetch a jump. The second lane of the result is the rank.
///
/// # Errors
/// As [`list_rank`].
pub fn fragment_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    jump_packed(&device.with_era(Era::Fragment)?, pointers)
}

/// Pointer and rank side by side in one buffer. The second lane of the result is the rank.
///
/// # Errors
/// As [`list_rank`].
pub fn compute_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    jump_packed(&device.with_era(Era::Compute)?, pointers)
}

fn jump_packed(device: &Device, pointers: &Stream<Pointer>) -> Result<Stream<[u32; 2]>> {
    let mut links = device.empty(pointers.shape())?;
    device
        .kernel(&PACKED_START)?
        .call()
        .input("pointers", pointers)
        .output("links", &mut links)
        .run()?;
    let mut links = PingPong::new(links, device.empty(pointers.shape())?);
    let kernel = device.kernel(&PACKED_JUMP)?;
    for _ in 0..jumps(pointers.len()) {
        links.step(|now, next| kernel.call().gather("links", now).output("new_links", next).run())?;
    }
    Ok(links.into_now())
}

/// Lists in memory in no order: a shuffled chain, cut in about four places; the lists stay long, which is the hard case.
fn lists(workload: &Workload) -> Vec<Pointer> {
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

type Ranks = fn(&Device, &Stream<Pointer>) -> Result<Stream<u32>>;
type Links = fn(&Device, &Stream<Pointer>) -> Result<Stream<[u32; 2]>>;

fn trial(device: &Device, workload: &Workload, rung: Ranks) -> Result<Trial> {
    let pointers = lists(workload);
    let wanted = reference(&pointers);
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    Ok(Trial::new(move || rung(&device, &pointers), move |ranks| Ok(Check::exact(&ranks.read()?, &wanted))))
}

fn packed_trial(device: &Device, workload: &Workload, rung: Links) -> Result<Trial> {
    let pointers = lists(workload);
    let wanted = reference(&pointers);
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    Ok(Trial::new(
        move || rung(&device, &pointers),
        move |links| {
            let ranks: Vec<u32> = links.read()?.iter().map(|[_, rank]| *rank).collect();
            Ok(Check::exact(&ranks, &wanted))
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "list_rank",
    part: "graphs",
    summary: "each list node's distance to the end, by pointer jumping",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "jump and double, two outputs a pass",
            source: "Wyllie 1979",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "pointer and rank in one texel",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, fragment_packed),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "jump and double, two buffers in and out",
            source: "Hillis and Steele 1986",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_packed",
            era: Era::Compute,
            method: "pointer and rank side by side",
            source: "Wyllie 1979",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, compute_packed),
        },
    ],
};
