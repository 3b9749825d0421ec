//! Graphs as two arrays, on the host and on a device.

use crate::{Device, Error, Result, Stream};

/// Maximum count of edges per node: a search has a loop turn for each, and llvmpipe ends an invocation after 65,535
/// turns.
pub const MOST_EDGES: usize = 65_000;

/// A directed graph, with edges grouped by source node: compressed rows.
///
/// ```
/// use gristmill::algorithms::bfs::Graph;
/// let graph = Graph::new(3, &[[0, 1], [2, 1], [0, 2]])?;
/// assert_eq!(graph.targets(0), [1, 2]);
/// assert_eq!(graph.reversed().targets(1), [0, 2]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Builds a graph of `nodes` nodes and edges, each from a node to a node; duplicates and loops are allowed.
    ///
    /// # Errors
    /// [`Error::Data`] for an edge from or to a missing node; [`Error::Limit`] if more than [`MOST_EDGES`] edges leave
    /// one node, or lead to it.
    pub fn new(nodes: usize, edges: &[[u32; 2]]) -> Result<Graph> {
        if let Some([from, to]) = edges.iter().find(|edge| edge.iter().any(|node| *node as usize >= nodes)) {
            return Err(Error::data(format!(
                "an edge from {from} to {to} in a graph of {nodes} nodes; name nodes from 0 to {}",
                nodes.saturating_sub(1)
            )));
        }
        if edges.len() > i32::MAX as usize {
            return Err(Error::limit("edges of a graph", edges.len() as u128, i32::MAX as u128, "leave some out"));
        }
        for (end, what) in [(0, "edges that leave one node"), (1, "edges that lead to one node")] {
            let most = edge_offsets(nodes, edges, end)
                .windows(2)
                .map(|pair| pair[1] - pair[0])
                .max()
                .unwrap_or(0);
            if most as usize > MOST_EDGES {
                return Err(Error::limit(what, most.into(), MOST_EDGES as u128, "split the node into several"));
            }
        }
        Ok(Graph::group_edges(nodes, edges, 0))
    }

    /// Groups the edges by their first node (`end` 0) or by their second (`end` 1).
    fn group_edges(nodes: usize, edges: &[[u32; 2]], end: usize) -> Graph {
        let starts = edge_offsets(nodes, edges, end);
        let mut places = starts.clone();
        let mut targets = vec![0; edges.len()];
        for edge in edges {
            let place = &mut places[edge[end] as usize];
            targets[*place as usize] = edge[1 - end];
            *place += 1;
        }
        Graph { starts, targets }
    }

    /// The count of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The targets of the edges that leave a node.
    pub fn targets(&self, node: usize) -> &[u32] {
        match self.starts.get(node..node + 2) {
            Some(&[start, end]) => &self.targets[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the graph with all edges reversed.
    pub fn reversed(&self) -> Graph {
        let edges: Vec<[u32; 2]> = (0..self.nodes())
            .flat_map(|node: usize| self.targets(node).iter().map(move |target| [node as u32, *target]))
            .collect();
        Graph::group_edges(self.nodes(), &edges, 1)
    }
}

/// Returns the offsets of each node's edges, grouped by their first or second node, and the end of the last.
fn edge_offsets(nodes: usize, edges: &[[u32; 2]], end: usize) -> Vec<u32> {
    let mut starts = vec![0; nodes + 1];
    edges.iter().for_each(|edge| starts[edge[end] as usize + 1] += 1);
    for node in 0..nodes {
        starts[node + 1] += starts[node];
    }
    starts
}

/// A graph on a device: its edges grouped by source, and grouped by target.
#[derive(Debug)]
pub struct Edges {
    pub(super) nodes: usize,
    pub(super) leaving: [Stream<u32>; 2],
    pub(super) arriving: [Stream<u32>; 2],
}

impl Edges {
    /// Uploads a graph.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, graph: &Graph) -> Result<Edges> {
        Ok(Edges {
            nodes: graph.nodes(),
            leaving: upload_graph(graph, device)?,
            arriving: upload_graph(&graph.reversed(), device)?,
        })
    }
}

fn upload_graph(graph: &Graph, device: &Device) -> Result<[Stream<u32>; 2]> {
    // An empty stream cannot be bound for reading; a graph without edges does not read it.
    let targets = if graph.targets.is_empty() { &[0] } else { graph.targets.as_slice() };
    Ok([device.stream(&graph.starts)?, device.stream(targets)?])
}
