//! Trial of the rungs: on a random forest.

use super::{Check, Forest, Trial, Workload, reference};
use crate::{Device, Pointer, Result, Stream, random};

/// Builds a forest with nodes in random order: each node, except for one of a thousand, has a random parent among
/// those before it.
pub(super) fn build_forest(workload: &Workload) -> Vec<Pointer> {
    let size = workload.size;
    let mut names: Vec<usize> = (0..size).collect();
    (1..size)
        .rev()
        .for_each(|last| names.swap(last, draw_word(last, 0, workload.seed) as usize % (last + 1)));
    let mut parents = vec![Pointer::to(size); size]; // just beyond the nodes: roots
    for i in 1..size {
        if !draw_word(i, 1, workload.seed).is_multiple_of(1_000) {
            parents[names[i]] = Pointer::to(names[draw_word(i, 2, workload.seed) as usize % i]);
        }
    }
    parents
}

fn draw_word(i: usize, draw: u32, seed: u32) -> u32 {
    random::word(seed, i as u32, draw)
}

type TreeDepthRung = fn(&Device, &Stream<Pointer>) -> Result<Forest>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: TreeDepthRung) -> Result<Trial> {
    let parents = build_forest(workload);
    let (depth, root) = reference(&parents);
    let parents = device.stream(&parents)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &parents),
        move |forest| {
            let roots = Check::exact(&forest.root.read()?, &root);
            let depths = Check::exact(&forest.depth.read()?, &depth);
            Ok(if roots.passed() { depths } else { roots })
        },
    ))
}
