//! Trial of the rungs: on a random graph.

use super::{Check, Edges, Graph, Trial, Workload, reference};
use crate::{Device, Result, Stream, random};

/// Builds a graph with two edges per node, in both directions, between random nodes: about a dozen levels, and some
/// unreachable nodes.
pub(super) fn build_graph(workload: &Workload) -> Result<Graph> {
    let nodes = workload.size.max(1);
    let edges = (0..nodes * 2)
        .map(|i| [draw_word(i, 0, workload.seed) % nodes as u32, draw_word(i, 1, workload.seed) % nodes as u32]);
    let both: Vec<[u32; 2]> = edges.flat_map(|[from, to]| [[from, to], [to, from]]).collect();
    Graph::new(nodes, &both)
}

fn draw_word(i: usize, draw: u32, seed: u32) -> u32 {
    random::word(seed, i as u32, draw)
}

type BfsRung = fn(&Device, &Edges, usize) -> Result<Stream<u32>>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: BfsRung) -> Result<Trial> {
    let graph = build_graph(workload)?;
    let source = graph.nodes() / 2;
    let wanted = reference(&graph, source);
    let edges = Edges::new(device, &graph)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &edges, source),
        move |levels: &Stream<u32>| Ok(Check::exact(&levels.read()?, &wanted)),
    )
    .sized(graph.nodes()))
}
