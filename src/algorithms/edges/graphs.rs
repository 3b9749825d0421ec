//! Lists that point just past the last node, trees without a root, and a path whose root is node 0.

use super::{EdgeCase, compute_case, fragment_case};
use crate::algorithms::{Check, Trial, Workload, list_rank, tree_depth};
use crate::{Device, Pointer, Result, Stream};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("tree_depth", fragment_case("fragment, all in a circle", single_cycle)),
    ("tree_depth", compute_case("compute, all in a circle", single_cycle)),
    ("tree_depth", fragment_case("fragment, of one path", single_path)),
    ("tree_depth", compute_case("compute, of one path", single_path)),
    ("list_rank", fragment_case("fragment, to the end", to_the_end)),
    ("list_rank", compute_case("compute, to the end", to_the_end)),
    (
        "list_rank",
        fragment_case("fragment_packed, to the end", |device, workload| {
            packed_to_the_end(device, workload, list_rank::fragment_packed)
        }),
    ),
    (
        "list_rank",
        compute_case("compute_packed, to the end", |device, workload| {
            packed_to_the_end(device, workload, list_rank::compute_packed)
        }),
    ),
];

/// Builds the trial of a path: each node's parent is the one before it, down to node 0; after a check one jump is left.
fn single_path(device: &Device, workload: &Workload) -> Result<Trial> {
    let parents: Vec<Pointer> = (0..workload.size / 2).map(|node| Pointer::to(node.saturating_sub(1))).collect();
    forest_trial(device, &parents)
}

/// Builds the trial of a cycle whose length is a power of two, so that the last jump covers the cycle exactly once.
fn single_cycle(device: &Device, workload: &Workload) -> Result<Trial> {
    let nodes = workload.size.next_power_of_two();
    let parents: Vec<Pointer> = (1..=nodes).map(|node| Pointer::to(node % nodes)).collect();
    forest_trial(device, &parents)
}

fn forest_trial(device: &Device, parents: &[Pointer]) -> Result<Trial> {
    let (depth, root) = tree_depth::reference(parents);
    let parents = device.stream(parents)?;
    let device = device.clone();
    Ok(Trial::new(
        move || tree_depth::tree_depth(&device, &parents),
        move |forest| {
            let depth = Check::exact(&forest.depth.read()?, &depth);
            Ok(if depth.passed() { Check::exact(&forest.root.read()?, &root) } else { depth })
        },
    ))
}

/// Returns nodes that each point to the next, the last one just past the end; they fill their texture.
fn pointers_to_end(workload: &Workload) -> Vec<Pointer> {
    (1..=workload.size.next_power_of_two()).map(Pointer::to).collect()
}

fn to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let pointers = pointers_to_end(workload);
    let wanted = list_rank::reference(&pointers);
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    super::exact_trial(move || list_rank::list_rank(&device, &pointers), wanted)
}

type PackedRankFn = fn(&Device, &Stream<Pointer>) -> Result<Stream<[u32; 2]>>;

fn packed_to_the_end(device: &Device, workload: &Workload, rung: PackedRankFn) -> Result<Trial> {
    let pointers = pointers_to_end(workload);
    let wanted = list_rank::reference(&pointers);
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &pointers),
        move |result: &Stream<[u32; 2]>| Ok(Check::exact(&take_ranks(result.read()?), &wanted)),
    ))
}

fn take_ranks(links: Vec<[u32; 2]>) -> Vec<u32> {
    links.iter().map(|[_, rank]| *rank).collect()
}
