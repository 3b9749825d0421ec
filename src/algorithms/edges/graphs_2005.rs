//! Graphs in floats alone: pointers to places outside on every side, circles, trees without a root, paths, a star,
//! graphs without edges, and distances without a path.

use super::{EdgeCase, exact_trial, fragment_case};
use crate::algorithms::{Trial, Workload, bfs, floyd_warshall, list_rank, tree_depth};
use crate::{Device, Pointer, Result};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("bfs", fragment_case("fragment_2005, of a star", build_star)),
    ("bfs", fragment_case("fragment_2005, without edges", no_edges)),
    ("floyd_warshall", fragment_case("fragment_2005, of a path", long_path)),
    ("list_rank", fragment_case("fragment_2005, to the end", to_the_end)),
    ("list_rank", fragment_case("fragment_2005, in circles", build_circles)),
    ("tree_depth", fragment_case("fragment_2005, with parents outside", parents_outside)),
    ("tree_depth", fragment_case("fragment_2005, all in a circle", single_cycle)),
    ("tree_depth", fragment_case("fragment_2005, of one path", single_path)),
];

/// Builds the trial of edges from every node to the last one, and back: its edges take several passes of eight.
fn build_star(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.clamp(1, 5_000) as u32;
    let edges: Vec<[u32; 2]> = (0..nodes)
        .flat_map(|node: u32| [[node, nodes - 1], [nodes - 1, node]])
        .collect();
    bfs::search_trial(device, &bfs::Graph::new(nodes as usize, &edges)?)
}

fn no_edges(device: &Device, workload: &Workload) -> Result<Trial> {
    bfs::search_trial(device, &bfs::Graph::new(workload.size.max(1), &[])?)
}

/// Builds the trial of a path with one edge of weight 3 from each node to the next; there is no path back.
fn long_path(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.min(43);
    let mut weights = vec![u32::MAX; nodes * nodes];
    (1..nodes).for_each(|node: usize| weights[(node - 1) * nodes + node] = 3);
    let wanted = floyd_warshall::packed_2005(&floyd_warshall::reference(&weights, nodes), nodes);
    let shape = [nodes.div_ceil(4), nodes];
    let distances = device.stream_of(shape, &floyd_warshall::packed_2005(&weights, nodes))?;
    let device = device.clone();
    exact_trial(move || floyd_warshall::fragment_2005(&device, &distances), wanted)
}

/// Returns pointers of each node to the next, but of every fifth one to a place outside: beyond the right, the upper,
/// the lower and the left side of the texture, and just past the last node.
fn pointers_outside(device: &Device, nodes: usize) -> Result<Vec<[f32; 2]>> {
    let plan = device.empty::<[f32; 2]>(nodes)?;
    let [width, height, _] = plan.plan().size().map(|side| side.max(1));
    let texel = |node: usize| [(node % width) as f32, (node / width) as f32];
    let outside = [[width as f32, 0.0], [0.0, height as f32], [0.0, -1.0], [-1.0, 0.0], texel(nodes)];
    Ok((0..nodes)
        .map(|node: usize| if ends_list(node, nodes) { outside[node / 5 % 5] } else { texel(node + 1) })
        .collect())
}

fn ends_list(node: usize, nodes: usize) -> bool {
    node % 5 == 4 || node + 1 == nodes
}

fn to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size;
    let mut wanted: Vec<f32> = vec![0.0; nodes];
    for node in (0..nodes).rev().filter(|node| !ends_list(*node, nodes)) {
        wanted[node] = wanted[node + 1] + 1.0;
    }
    let pointers = device.stream(&pointers_outside(device, nodes)?)?;
    let device = device.clone();
    exact_trial(move || list_rank::fragment_2005(&device, &pointers), wanted)
}

fn parents_outside(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size;
    let parents = pointers_outside(device, nodes)?;
    let parents = device.stream(&parents)?;
    let width = parents.plan().size()[0].max(1);
    let wanted = (0..nodes)
        .map(|node: usize| {
            let root = (node / 5 * 5 + 4).min(nodes - 1);
            [(root % width) as f32, (root / width) as f32, (root - node) as f32, 0.0]
        })
        .collect();
    let device = device.clone();
    exact_trial(move || tree_depth::fragment_2005(&device, &parents), wanted)
}

/// Builds the trial of circles of three nodes, each with a way into it, and of nodes that are their own next ones.
fn build_circles(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.clamp(5, 5_000) / 5 * 5;
    let next = [1, 2, 0, 1, 4]; // the fourth leads in, the fifth stays
    let pointers: Vec<Pointer> = (0..nodes)
        .map(|node: usize| Pointer::to(node / 5 * 5 + next[node % 5]))
        .collect();
    let wanted = list_rank::reference(&pointers)
        .into_iter()
        .map(|rank: u32| rank as f32)
        .collect();
    let plan = device.empty::<[f32; 2]>(nodes)?;
    let pointers = device.stream(&crate::algorithms::gather::coordinates(plan.plan(), &pointers))?;
    let device = device.clone();
    exact_trial(move || list_rank::fragment_2005(&device, &pointers), wanted)
}

/// Builds the trial of a path: each node's parent is the one before it, down to node 0.
fn single_path(device: &Device, workload: &Workload) -> Result<Trial> {
    let parents: Vec<Pointer> = (0..workload.size / 2).map(|node| Pointer::to(node.saturating_sub(1))).collect();
    tree_depth::forest_trial(device, &parents)
}

/// Builds the trial of a cycle whose length is a power of two, so that the last jump covers the cycle exactly once.
fn single_cycle(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.next_power_of_two();
    let parents: Vec<Pointer> = (1..=nodes).map(|node| Pointer::to(node % nodes)).collect();
    tree_depth::forest_trial(device, &parents)
}
