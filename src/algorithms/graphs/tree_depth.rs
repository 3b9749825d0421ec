//! Tree depth: the depth and the root of each node of a forest, by pointer jumping.
//!
#![doc = table!()]
//!
//! The passes are those for trees of depth d.
//!
//! [`mod@super::list_rank`] runs log2 n jumps for any lists. Trees are seldom deep, so here the host checks whether
//! all nodes have reached their roots.
//!
//! Sources: Wyllie, The Complexity of Parallel Computations, 1979; JáJá, An Introduction to Parallel
//! Algorithms, 1992, section 2.2 (roots of a forest).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::tree_depth::{self, ENDLESS, Forest};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let parents = [Pointer::NOWHERE, Pointer::to(0), Pointer::to(1), Pointer::to(4), Pointer::to(3)];
//! let (depths, roots) = tree_depth::reference(&parents);
//! assert_eq!(depths, [0, 1, 2, ENDLESS, ENDLESS]); // 3 and 4 are each other's parents
//! for forest in [
//!     tree_depth::fragment(&fragment, &fragment.stream(&parents)?)?,
//!     tree_depth::compute(&compute, &compute.stream(&parents)?)?,
//! ] {
//!     let Forest { depth, root, .. } = forest;
//!     assert_eq!((depth.read()?, root.read()?), (depths.clone(), roots.clone()));
//! }
//!
//! // A card of 2005 takes texels for pointers. The results are the texel of the root, and the depth.
//! let texels = gristmill::algorithms::gather::coordinates(fragment.stream(&parents)?.plan(), &parents);
//! let forest = tree_depth::fragment_2005(&fragment, &fragment.stream(&texels)?)?.read()?;
//! assert_eq!(forest[..3], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 2.0, 0.0]]);
//! assert_eq!(forest[3..], [[-1.0, -1.0, -1.0, 0.0]; 2]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod trial;

use super::list_rank::jumps;
use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, PingPong, Pointer, Result, Stream, fragment_kernel, kernel_pair};
use trial::trial;

#[cfg(feature = "emulator")]
pub(in crate::algorithms) use of_2005::forest_trial;
pub use of_2005::fragment_2005;

rungs! {
    "each node's depth and root in a forest, by pointer jumping", 1 << 20, trial;
    fragment: "jump and double; an occlusion query ends it", "3/2 log2 d + 4 passes at most; n log2 d links followed",
        "Wyllie 1979";
    fragment_2005: "ancestor and depth in one texel, three jumps per pass; an occlusion query ends it",
        "log2 d + 4 passes at most; 3/2 n log2 d links followed", "Wyllie 1979; GPU Gems 2, section 33.2.3, 2005",
        on "radeon-9700", by of_2005::trial;
    compute: "jump and double; groups say whether they are done", "log2 d + 4 dispatches at most; n log2 d links followed",
        "JáJá 1992, section 2.2";
}

const START: KernelSource = kernel_pair!("graphs/tree_depth_start");
const JUMP: KernelSource = kernel_pair!("graphs/tree_depth");
const PENDING: KernelSource = fragment_kernel!("graphs/tree_depth_pending");
const END: KernelSource = kernel_pair!("graphs/tree_depth_end");

/// Jumps between two checks for the end.
const JUMPS_PER_LOOK: u32 = 2;

/// Depth of a node whose ancestors form a cycle.
pub const ENDLESS: u32 = u32::MAX;

/// Depth and root of each node of a forest.
#[derive(Debug)]
#[non_exhaustive]
pub struct Forest {
    /// Steps to the root; 0 for a root, [`ENDLESS`] if the ancestors form a cycle.
    pub depth: Stream<u32>,
    /// The root: the node itself for a root, nowhere if the ancestors form a cycle.
    pub root: Stream<Pointer>,
}

/// Returns the depth and the root of each node of a forest, in the device's era.
///
/// `parents` has each node's parent. A node is a root if it points to itself, to nowhere, or beyond the nodes. The
/// result has the shape of the parents.
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
/// [`crate::Error::Call`] if the stream does not have the layout of the era.
pub fn tree_depth(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    match device.era() {
        Era::Fragment => fragment(device, parents),
        Era::Compute => compute(device, parents),
    }
}

// ANCHOR: reference
/// Computes the same by walking up from each node, to the root or for as many steps as there are nodes.
///
/// Nodes on the way get their depths as well, so each is visited once.
pub fn reference(parents: &[Pointer]) -> (Vec<u32>, Vec<Pointer>) {
    let mut known: Vec<Option<(u32, Pointer)>> = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut path = vec![start];
        let mut at = start;
        while let Some(parent) = find_parent(at, parents).filter(|_| known[at].is_none() && path.len() <= parents.len())
        {
            path.push(parent);
            at = parent;
        }
        let endless = (ENDLESS, Pointer::NOWHERE);
        let top = if find_parent(at, parents).is_none() { (0, Pointer::to(at)) } else { endless };
        let (mut depth, root) = known[at].unwrap_or(top);
        for node in path.into_iter().rev() {
            known[node] = Some((depth, root));
            depth = depth.saturating_add(1); // of ENDLESS it stays
        }
    }
    known.into_iter().flatten().unzip()
}

/// Finds a node's parent; `None` for a root.
fn find_parent(node: usize, parents: &[Pointer]) -> Option<usize> {
    parents[node]
        .target()
        .filter(|parent| *parent < parents.len() && *parent != node)
}
// ANCHOR_END: reference

fn start_links(device: &Device, parents: &Stream<Pointer>) -> Result<PingPong<[u32; 2]>> {
    let mut links = device.empty(parents.shape())?;
    device
        .kernel(&START)?
        .call()
        .input("parents", parents)
        .output("links", &mut links)
        .run()?;
    Ok(PingPong::new(links, device.empty(parents.shape())?))
}

fn finish_forest(device: &Device, links: &Stream<[u32; 2]>) -> Result<Forest> {
    let mut forest = Forest { depth: device.empty(links.shape())?, root: device.empty(links.shape())? };
    device
        .kernel(&END)?
        .call()
        .input("links", links)
        .output("depth", &mut forest.depth)
        .output("root", &mut forest.root)
        .run()?;
    Ok(forest)
}

// ANCHOR: fragment_start
/// Runs one pass per jump, until the occlusion query counts no node, or for the longest possible path without a cycle.
///
/// # Errors
/// As [`tree_depth`].
pub fn fragment(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    let device = device.with_era(Era::Fragment)?;
    let mut links = start_links(&device, parents)?;
    let mut pending = device.empty::<u32>(parents.shape())?;
    let mut query = device.query()?;
    let kernel = device.kernel(&JUMP)?;
    let count = device.kernel(&PENDING)?;
    // ANCHOR_END: fragment_start
    // ANCHOR: fragment
    for jump in 1..=jumps(parents.len()) {
        links.step(|now, next| kernel.call().gather("links", now).output("new_links", next).run())?;
        if jump.is_multiple_of(JUMPS_PER_LOOK) {
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
    finish_forest(&device, links.now())
}
// ANCHOR_END: fragment

// ANCHOR: compute_start
/// Runs one dispatch per jump, which also counts the groups that are not done.
///
/// # Errors
/// As [`tree_depth`].
pub fn compute(device: &Device, parents: &Stream<Pointer>) -> Result<Forest> {
    let device = device.with_era(Era::Compute)?;
    let mut links = start_links(&device, parents)?;
    let most = jumps(parents.len());
    let mut pending = device.empty::<u32>(most as usize)?;
    let kernel = device.kernel(&JUMP)?;
    // ANCHOR_END: compute_start
    // ANCHOR: compute
    for jump in 0..most {
        links.step(|now, next| {
            kernel
                .call()
                .uniform("jump", jump as i32)
                .gather("links", now)
                .output("new_links", next)
                .update("pending", &mut pending)
                .run()
        })?;
        let at = jump as usize;
        if (jump + 1).is_multiple_of(JUMPS_PER_LOOK) && pending.read_range(at..at + 1)? == [0] {
            break;
        }
    }
    finish_forest(&device, links.now())
}
// ANCHOR_END: compute
