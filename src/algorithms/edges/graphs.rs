//! Lists that point just past the last node, trees without a root, and a path whose root is node 0.

use super::{Edge, compute, fragment};
use crate::algorithms::{Check, Trial, Workload, list_rank, tree_depth};
use crate::{Device, Pointer, Result, Stream};

pub(super) const RUNGS: &[Edge] = &[
    ("tree_depth", fragment("fragment, all in a circle", circle)),
    ("tree_depth", compute("compute, all in a circle", circle)),
    ("tree_depth", fragment("fragment, of one path", path)),
    ("tree_depth", compute("compute, of one path", path)),
    ("list_rank", fragment("fragment, to the end", to_the_end)),
    ("list_rank", compute("compute, to the end", to_the_end)),
    (
        "list_rank",
        fragment("fragment_packed, to the end", |device, workload| {
            packed(device, workload, list_rank::fragment_packed)
        }),
    ),
    (
        "list_rank",
        compute("compute_packed, to the end", |device, workload| packed(device, workload, list_rank::compute_packed)),
    ),
];

/// Builds the trial of a path: each node's parent is the one before it, down to node 0; after a check one jump is left.
fn path(device: &Device, workload: &Workload) -> Result<Trial> {
    let parents: Vec<Pointer> = (0..workload.size / 2).map(|node| Pointer::to(node.saturating_sub(1))).collect();
    judged(device, &parents)
}

/// Builds the trial of a cycle with a power of two of nodes, so that the last jump reaches exactly that many steps.
fn circle(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.next_power_of_two();
    let parents: Vec<Pointer> = (1..=nodes).map(|node| Pointer::to(node % nodes)).collect();
    judged(device, &parents)
}

fn judged(device: &Device, parents: &[Pointer]) -> Result<Trial> {
    let (depth, root) = tree_depth::reference(parents);
    let (device, parents) = (device.clone(), device.stream(parents)?);
    let run = move || tree_depth::tree_depth(&device, &parents);
    Ok(Trial::new(run, move |forest| {
        let depth = Check::exact(&forest.depth.read()?, &depth);
        Ok(if depth.passed() { Check::exact(&forest.root.read()?, &root) } else { depth })
    }))
}

/// Returns nodes that each point to the next, the last one just past the end; they fill their texture.
fn ends(workload: &Workload) -> Vec<Pointer> {
    (1..=workload.size.next_power_of_two()).map(Pointer::to).collect()
}

fn to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let pointers = ends(workload);
    let wanted = list_rank::reference(&pointers);
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    super::exactly(move || list_rank::list_rank(&device, &pointers), wanted)
}

type Packed = fn(&Device, &Stream<Pointer>) -> Result<Stream<[u32; 2]>>;

fn packed(device: &Device, workload: &Workload, rung: Packed) -> Result<Trial> {
    let pointers = ends(workload);
    let wanted = list_rank::reference(&pointers);
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    let run = move || rung(&device, &pointers);
    let ranks = |links: Vec<[u32; 2]>| links.iter().map(|[_, rank]| *rank).collect::<Vec<_>>();
    Ok(Trial::new(run, move |result: &Stream<[u32; 2]>| Ok(Check::exact(&ranks(result.read()?), &wanted))))
}
