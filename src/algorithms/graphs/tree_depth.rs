//! Tree depth: how far each node of a forest is below its root, and which root that is, by pointer jumping.
//!
//! | era | method | passes for trees of depth d | work |
//! |---|---|---|---|
//! | fragment | jump and double; every second jump an occlusion query counts who is on the way | 3/2 log2 d + 4 at most | n log d |
//! | compute | the same; each group says on its way whether it is done | log2 d + 4 at most | n log d |
//!
//! [`mod@super::list_rank`] makes log2 n jumps whatever the lists. Trees are seldom deep, so here somebody looks whether all have arrived.
//!
//! Sources: Wyllie, The Complexity of Parallel Computations, 1979; JáJá, An Introduction to Parallel Algorithms, 1992, section 2.2 (roots of a
//! forest).

use super::list_rank::jumps;
use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, KernelSource, PingPong, Pointer, Result, Stream, fragment_kernel, kernel_pair, random};

const START: KernelSource = kernel_pair!("graphs/tree_depth_start");
const JUMP: KernelSource = kernel_pair!("graphs/tree_depth");
const PENDING: KernelSource = fragment_kernel!("graphs/tree_depth_pending");
const END: KernelSource = kernel_pair!("graphs/tree_depth_end");

/// Jumps between two looks at whether all have arrived.
const JUMPS_A_LOOK: u32 = 2;

/// The depth of a node whose way up leads into a cycle.
pub const ENDLESS: u32 = u32::MAX;

/// What is known of each node of a forest.
pub struct Forest {
    /// How many steps it is below its root; 0 for a root, [`ENDLESS`] where the way up never ends.
    pub depth: Stream<u32>,
    /// Its root: itself for a root, nowhere where the way up never ends.
    pub root: Stream<Pointer>,
}

/// The depth and the root of each node of a forest, in the device's era.
///
/// `parents` has each node's parent. A node is a root if it points to itself, to nowhere, or beyond the nodes. Shaped like the parents.
///
/// ```
/// # use gristmill::{Device, Era, Pointer, algorithms::tree_depth::tree_depth};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let parents = [Pointer::NOWHERE, Pointer::to(0), Pointer::to(1), Pointer::to(3)];
/// let forest = tree_depth(&device, &device.stream(&parents)?)?;
/// assert_eq!(forest.depth.read()?, [0, 1, 2, 0]);
/// assert_eq!(forest.root.read()?, [0, 0, 0, 3].map(Pointer::to));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] where the stream is not in the layout that the era gives a stream.
pub fn tree_depth(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    match device.era() {
        Era::Fragment => fragment(device, parents),
        Era::Compute => compute(device, parents),
    }
}

// ANCHOR: reference
/// The same by walking up from each node, to the root or for as many steps as there are nodes.
///
/// Nodes on the way get their depths as well, so each is walked over once.
pub fn reference(parents: &[Pointer]) -> (Vec<u32>, Vec<Pointer>) {
    let above = |node: usize| {
        parents[node]
            .target()
            .filter(|parent| *parent < parents.len() && *parent != node)
    };
    let mut known: Vec<Option<(u32, Pointer)>> = vec![None; parents.len()];
    for start in 0..parents.len() {
        let (mut path, mut at) = (vec![start], start);
        while let Some(parent) = above(at).filter(|_| known[at].is_none() && path.len() <= parents.len()) {
            path.push(parent);
            at = parent;
        }
        let endless = (ENDLESS, Pointer::NOWHERE);
        let top = if above(at).is_none() { (0, Pointer::to(at)) } else { endless };
        let (mut depth, root) = known[at].unwrap_or(top);
        for node in path.into_iter().rev() {
            known[node] = Some((depth, root));
            depth = depth.saturating_add(1); // of ENDLESS it stays
        }
    }
    known.into_iter().flatten().unzip()
}
// ANCHOR_END: reference

fn start(device: &Device, parents: &Stream<Pointer>) -> Result<PingPong<[u32; 2]>> {
    let mut links = device.empty(parents.shape())?;
    device
        .kernel(&START)?
        .call()
        .input("parents", parents)
        .output("links", &mut links)
        .run()?;
    Ok(PingPong::new(links, device.empty(parents.shape())?))
}

fn end(device: &Device, links: &Stream<[u32; 2]>) -> Result<Forest> {
    let mut forest = Forest { depth: device.empty(links.shape())?, root: device.empty(links.shape())? };
    let kernel = device.kernel(&END)?;
    kernel
        .call()
        .input("links", links)
        .output("depth", &mut forest.depth)
        .output("root", &mut forest.root)
        .run()?;
    Ok(forest)
}

// ANCHOR: fragment
/// One pass a jump, until the occlusion query counts nobody, or for as long as a way without a cycle could be.
///
/// # Errors
/// As [`tree_depth`].
pub fn fragment(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    let device = device.with_era(Era::Fragment)?;
    let mut links = start(&device, parents)?;
    let (mut pending, mut query) = (device.empty::<u32>(parents.shape())?, device.query()?);
    let (kernel, count) = (device.kernel(&JUMP)?, device.kernel(&PENDING)?);
    for jump in 1..=jumps(parents.len()) {
        links.step(|now, next| kernel.call().gather("links", now).output("new_links", next).run())?;
        if jump.is_multiple_of(JUMPS_A_LOOK) {
            count
                .call()
                .gather("links", links.now())
                .output("pending", &mut pending)
                .count(&mut query)
                .run()?;
            if query.fragments()? == 0 {
                break;
            }
        }
    }
    end(&device, links.now())
}
// ANCHOR_END: fragment

// ANCHOR: compute
/// One dispatch a jump, which counts on its way the groups that are not done.
///
/// # Errors
/// As [`tree_depth`].
pub fn compute(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    let device = device.with_era(Era::Compute)?;
    let mut links = start(&device, parents)?;
    let most = jumps(parents.len());
    let mut pending = device.empty::<u32>(most as usize)?;
    let kernel = device.kernel(&JUMP)?;
    for jump in 0..most {
        links.step(|now, next| {
            let call = kernel
                .call()
                .uniform("jump", jump as i32)
                .gather("links", now)
                .output("new_links", next);
            call.update("pending", &mut pending).run()
        })?;
        let at = jump as usize;
        if (jump + 1).is_multiple_of(JUMPS_A_LOOK) && pending.read_range(at..at + 1)? == [0] {
            break;
        }
    }
    end(&device, links.now())
}
// ANCHOR_END: compute

/// A forest whose nodes lie in no order: each node but one of a thousand hangs on one drawn by lot among those before it.
fn made(workload: &Workload) -> Vec<Pointer> {
    let size = workload.size;
    let word = |i: usize, draw: u32| random::word(workload.seed, i as u32, draw);
    let mut names: Vec<usize> = (0..size).collect();
    (1..size)
        .rev()
        .for_each(|last| names.swap(last, word(last, 0) as usize % (last + 1)));
    let mut parents = vec![Pointer::to(size); size]; // just beyond the nodes: roots
    for i in 1..size {
        if !word(i, 1).is_multiple_of(1_000) {
            parents[names[i]] = Pointer::to(names[word(i, 2) as usize % i]);
        }
    }
    parents
}

type Trees = fn(&Device, &Stream<Pointer>) -> Result<Forest>;

fn trial(device: &Device, workload: &Workload, rung: Trees) -> Result<Trial> {
    let parents = made(workload);
    let (depth, root) = reference(&parents);
    let (device, parents) = (device.clone(), device.stream(&parents)?);
    Ok(Trial::new(
        move || rung(&device, &parents),
        move |forest| {
            let roots = Check::exact(&forest.root.read()?, &root);
            let depths = Check::exact(&forest.depth.read()?, &depth);
            Ok(if roots.passed() { depths } else { roots })
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "tree_depth",
    part: "graphs",
    summary: "each node's depth and root in a forest, by pointer jumping",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "jump and double, an occlusion query ends it",
            source: "Wyllie 1979",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "jump and double, groups say if they are done",
            source: "JáJá 1992, section 2.2",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
