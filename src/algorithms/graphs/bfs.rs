//! Breadth-first search: the fewest edges from one node to each other.
//!
#![doc = table!()]
//!
//! The passes are those for d levels.
//!
//! Sources: Moore, The Shortest Path Through a Maze, 1959; Harish and Narayanan, Accelerating Large Graph
//! Algorithms on the GPU Using CUDA, 2007 (all nodes each level); Luo, Wong and Hwu, An Effective GPU
//! Implementation of Breadth-First Search, 2010 (queues); Govindaraju et al. 2004 for the count by occlusion
//! query.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::bfs::{self, Edges, Graph, MOST_EDGES, UNREACHED};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let graph = Graph::new(4, &[[0, 1], [1, 2]])?;
//! assert_eq!((graph.nodes(), graph.targets(0)), (4, &[1][..]));
//! assert_eq!(graph.reversed().targets(1), [0]);
//! assert!(graph.targets(0).len() <= MOST_EDGES);
//!
//! let levels = bfs::reference(&graph, 0);
//! assert_eq!(levels, [0, 1, 2, UNREACHED]);
//! assert_eq!(bfs::fragment(&fragment, &Edges::new(&fragment, &graph)?, 0)?.read()?, levels);
//! assert_eq!(bfs::compute(&compute, &Edges::new(&compute, &graph)?, 0)?.read()?, levels);
//!
//! // Edges in runs, and levels in floats: -1 for a node without a path to it.
//! let arrivals = bfs::ArrivingEdges::new(&fragment, &graph)?;
//! assert_eq!(bfs::fragment_2005(&fragment, &arrivals, 0)?.read()?, [0.0, 1.0, 2.0, -1.0]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod trial;

use super::{Check, Trial, Workload};
use crate::{
    Compare, DepthStencilState, Device, Era, Error, KernelSource, Result, StencilUpdate, Stream, compute_kernel,
    fragment_kernel, kernel_pair,
};
use trial::trial;

pub use super::graph::{Edges, Graph, MOST_EDGES};
#[cfg(feature = "emulator")]
pub(in crate::algorithms) use of_2005::search_trial;
pub use of_2005::{ArrivingEdges, fragment_2005};

rungs! {
    "the fewest edges from one node to each other, level by level", 1 << 18, trial;
    fragment: "each node looks where its edges come from, masked once it is reached",
        "d + 3 passes; each looks at up to all edges", "Harish and Narayanan 2007", turns |_| MOST_EDGES + 1;
    fragment_2005: "edges in runs of eight, whose marks become a node's, masked once it is reached",
        "log8 k (d + 1) + 2 passes for up to k edges to a node, 64 or more; each looks at all edges",
        "Bolz et al. 2003 (the runs); Govindaraju et al. 2004 (the count)", on "radeon-9700", by of_2005::trial;
    compute: "a queue of the nodes reached last, launched indirectly", "2 d + 1 dispatches and some; each edge is seen once",
        "Luo, Wong and Hwu 2010", turns |_| MOST_EDGES + 1;
}

const BFS: KernelSource = kernel_pair!("graphs/bfs");
const LEVELS: KernelSource = kernel_pair!("graphs/bfs_levels");
const START: KernelSource = fragment_kernel!("graphs/bfs_start");
const QUEUE: KernelSource = compute_kernel!("graphs/bfs_queue");

/// Level of a node without a path to it.
pub const UNREACHED: u32 = u32::MAX;

/// Levels between two reads of the queue's size by the host.
const LEVELS_PER_LOOK: u32 = 4;

/// Returns the fewest edges on a path from `source` to each node, [`UNREACHED`] if there is no path, in the device's
/// era.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::bfs::{Edges, Graph, UNREACHED, bfs}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let graph = Graph::new(5, &[[0, 1], [1, 2], [0, 2], [2, 3]])?;
/// let levels = bfs(&device, &Edges::new(&device, &graph)?, 0)?;
/// assert_eq!(levels.read()?, [0, 1, 1, 2, UNREACHED]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the graph does not have the node; [`Error::Call`] if the edges were uploaded for the other era.
pub fn bfs(device: &Device, edges: &Edges, source: usize) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, edges, source),
        Era::Compute => compute(device, edges, source),
    }
}

// ANCHOR: reference
/// Computes the level of each node with a queue, as a textbook does.
pub fn reference(graph: &Graph, source: usize) -> Vec<u32> {
    let mut levels = vec![UNREACHED; graph.nodes()];
    let mut queue = vec![source];
    levels[source] = 0;
    let mut at = 0;
    while at < queue.len() {
        let node = queue[at];
        for target in graph.targets(node).iter().map(|target| *target as usize) {
            if levels[target] == UNREACHED {
                levels[target] = levels[node] + 1;
                queue.push(target);
            }
        }
        at += 1;
    }
    levels
}
// ANCHOR_END: reference

fn check_node(nodes: usize, source: usize) -> Result<()> {
    if source >= nodes {
        return Err(Error::data(format!("node {source} is not in a graph of {nodes} nodes; start at one of them")));
    }
    Ok(())
}

/// Checks that a level is possible. A shortest path visits no node twice, so there are no more levels than nodes;
/// without this limit a kernel that loses its marks would loop forever.
fn check_level(mark: u32, nodes: usize) -> Result<()> {
    if mark as usize > nodes + LEVELS_PER_LOOK as usize {
        return Err(Error::call(
            "bfs",
            format!(
                "more levels than the {nodes} nodes of the graph; check that the kernel marks each node that it finds"
            ),
        ));
    }
    Ok(())
}

// ANCHOR: mask
/// Runs fragments of the nodes that are not reached, and marks those that are kept as reached.
fn unreached_state() -> DepthStencilState {
    DepthStencilState {
        stencil: Compare::NotEqual,
        reference: 1,
        on_pass: StencilUpdate::Replace,
        ..DepthStencilState::default()
    }
}
// ANCHOR_END: mask

// ANCHOR: fragment_start
/// Runs one pass per level, until the occlusion query counts no new node.
///
/// # Errors
/// As [`bfs`].
pub fn fragment(device: &Device, edges: &Edges, source: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    check_node(edges.nodes, source)?;
    let mut before: Stream<u32> = device.empty(edges.nodes)?;
    let mut next = device.empty(edges.nodes)?;
    let [width, height, _] = before.plan().size();
    let mut mask = device.depth_stencil(width, height)?;
    let mut query = device.query()?;
    let unreached = unreached_state();
    device
        .kernel(&START)?
        .call()
        .uniform("source", source as i32)
        .output("reached", &mut before)
        .depth_stencil(&mut mask, unreached)
        .run()?;
    // ANCHOR_END: fragment_start

    // ANCHOR: fragment
    let [starts, sources] = &edges.arriving;
    let kernel = device.kernel(&BFS)?;
    for mark in 2_u32.. {
        check_level(mark, edges.nodes)?;
        kernel
            .call()
            .uniform("mark", mark)
            .gather("starts", starts)
            .gather("sources", sources)
            .gather("reached", &before)
            .output("next", &mut next)
            .depth_stencil(&mut mask, unreached)
            .count(&mut query)
            .run()?;
        if query.fragments()? == 0 {
            break;
        }
        std::mem::swap(&mut before, &mut next);
    }
    // ANCHOR_END: fragment
    // ANCHOR: fragment_end
    let mut result = device.empty(edges.nodes)?;
    device
        .kernel(&LEVELS)?
        .call()
        .input("even", &before)
        .input("odd", &next)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
// ANCHOR_END: fragment_end

// ANCHOR: compute_start
/// Runs one dispatch per level over the nodes of a queue, with a group count that the device computes.
///
/// # Errors
/// As [`bfs`].
pub fn compute(device: &Device, edges: &Edges, source: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    check_node(edges.nodes, source)?;
    let mut queue: Stream<u32> = device.empty(edges.nodes)?;
    let mut next = device.empty(edges.nodes)?;
    let mut reached = device.empty::<u32>(edges.nodes)?;
    queue.write_range(0, &[source as u32])?;
    reached.write_range(source, &[1])?;
    let mut size = device.stream(&[1_u32, 1, 1, 1])?;
    let mut found = device.stream(&[0_u32])?;
    // ANCHOR_END: compute_start

    // ANCHOR: compute
    let [starts, targets] = &edges.leaving;
    let kernel = device.kernel(&BFS)?;
    let count = device.kernel(&QUEUE)?;
    for mark in 2_u32.. {
        check_level(mark, edges.nodes)?;
        kernel
            .call()
            .uniform("mark", mark)
            .gather("starts", starts)
            .gather("targets", targets)
            .gather("size", &size)
            .gather("queue", &queue)
            .output("next", &mut next)
            .update("found", &mut found)
            .update("reached", &mut reached)
            .indirect(&size, 0)
            .run()?;
        // ANCHOR_END: compute
        // ANCHOR: compute_count
        count
            .call()
            .update("found", &mut found)
            .output("size", &mut size)
            .groups([1, 1, 1])
            .run()?;
        std::mem::swap(&mut queue, &mut next);
        if mark.is_multiple_of(LEVELS_PER_LOOK) && size.read_range(3..4)? == [0] {
            break;
        }
    }
    // ANCHOR_END: compute_count
    let mut result = device.empty(edges.nodes)?;
    device
        .kernel(&LEVELS)?
        .call()
        .input("reached", &reached)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
