//! Edges in runs of eight, by kernels of GLSL 1.10.

use super::trial::build_graph;
use super::{Graph, UNREACHED, check_level, check_node, reference, unreached_state};
use crate::algorithms::primitives::rows::{check_countable, column_and_row};
use crate::algorithms::spmv::{Runs, SparseMatrix};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const RUNS: KernelSource = fragment_kernel!("graphs/bfs_2005");
const MARK: KernelSource = fragment_kernel!("graphs/bfs_mark_2005");
const START: KernelSource = fragment_kernel!("graphs/bfs_start_2005");
const LEVELS: KernelSource = fragment_kernel!("graphs/bfs_levels_2005");

/// A graph on a device for a card without loops: the edges that lead to each node, in runs of eight, as the rows of a
/// sparse matrix.
#[derive(Debug)]
pub struct ArrivingEdges {
    nodes: usize,
    runs: Runs,
}

impl ArrivingEdges {
    /// Uploads a graph.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if it does not fit the device, or has more nodes than the card's floats can count: 2^17
    /// on a Radeon 9700, 2^24 in 32 bits.
    pub fn new(device: &Device, graph: &Graph) -> Result<ArrivingEdges> {
        let nodes = graph.nodes();
        check_countable(device, nodes)?;
        // ANCHOR: arrivals
        let edges =
            (0..nodes).flat_map(|from: usize| graph.targets(from).iter().map(move |to| (*to as usize, from, 1.0)));
        let runs = Runs::new(device, &SparseMatrix::new(nodes, nodes, edges)?)?;
        // ANCHOR_END: arrivals
        Ok(ArrivingEdges { nodes, runs })
    }
}

/// Runs the passes of a sparse product for each level, with the greatest mark in place of a sum, until the occlusion
/// query counts no new node: by kernels of GLSL 1.10, for any card that calculates in floats. The result is the level
/// of each node, -1 if there is no path.
///
/// Sources: Bolz, Farmer, Grinspun and Schröder, Sparse Matrix Solvers on the GPU: Conjugate Gradients and Multigrid,
/// 2003; Govindaraju et al., Fast Computation of Database Operations Using Graphics Processors, 2004.
///
/// # Errors
/// [`crate::Error::Data`] if the graph does not have the node.
pub fn fragment_2005(device: &Device, edges: &ArrivingEdges, source: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_node(edges.nodes, source)?;
    let mut before: Stream<f32> = device.empty(edges.nodes)?;
    let mut next: Stream<f32> = device.empty(edges.nodes)?;
    let [width, height, _] = before.plan().size();
    let mut mask = device.depth_stencil(width, height)?;
    let mut query = device.query()?;
    device
        .kernel(&START)?
        .call()
        .uniform("source", column_and_row(source, &before))
        .output("gl_FragColor", &mut before)
        .depth_stencil(&mut mask, unreached_state())
        .run()?;
    let (kernel, combine, find) =
        (device.kernel(&RUNS)?, device.kernel(&MARK)?, device.kernel(&MARK.define("LAST", 1))?);
    let Some((last, others)) = edges.runs.sums.split_last().filter(|_| edges.runs.runs > 0) else {
        return read_levels(&device, &before, &next);
    };
    // ANCHOR: runs
    for mark in 2_u32.. {
        check_level(mark, edges.nodes)?;
        let mut most: Stream<f32> = device.empty(edges.runs.runs)?;
        kernel
            .call()
            .gather("entries", &edges.runs.entries)
            .gather("reached", &before)
            .output("gl_FragColor", &mut most)
            .run()?;
        for firsts in others {
            let mut fewer = device.empty(firsts.shape())?;
            combine
                .call()
                .uniform("mark", mark as f32)
                .input("firsts", firsts)
                .gather("source", &most)
                .output("gl_FragColor", &mut fewer)
                .run()?;
            most = fewer;
        }
        // ANCHOR_END: runs
        // ANCHOR: found
        find.call()
            .uniform("mark", mark as f32)
            .input("firsts", last)
            .gather("source", &most)
            .output("gl_FragColor", &mut next)
            .depth_stencil(&mut mask, unreached_state())
            .count(&mut query)
            .run()?;
        if query.fragments()? == 0 {
            break;
        }
        std::mem::swap(&mut before, &mut next);
    }
    // ANCHOR_END: found
    read_levels(&device, &before, &next)
}

fn read_levels(device: &Device, even: &Stream<f32>, odd: &Stream<f32>) -> Result<Stream<f32>> {
    let mut levels = device.empty(even.shape())?;
    device
        .kernel(&LEVELS)?
        .call()
        .input("even", even)
        .input("odd", odd)
        .output("gl_FragColor", &mut levels)
        .run()?;
    Ok(levels)
}

/// Tries the other rungs' graph.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    search_trial(device, &build_graph(workload)?)
}

/// Builds the trial of a search from the middle node.
pub(in crate::algorithms) fn search_trial(device: &Device, graph: &Graph) -> Result<Trial> {
    let source = graph.nodes() / 2;
    let wanted: Vec<f32> = reference(graph, source)
        .into_iter()
        .map(|level: u32| if level == UNREACHED { -1.0 } else { level as f32 })
        .collect();
    let nodes = graph.nodes();
    let edges = ArrivingEdges::new(device, graph)?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &edges, source),
        move |levels: &Stream<f32>| Ok(Check::exact(&levels.read()?, &wanted)),
    )
    .sized(nodes))
}
