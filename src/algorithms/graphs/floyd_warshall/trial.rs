//! Trial of the rungs: on a random graph. On a large one, some rows are compared with another algorithm's.

use super::{Check, NO_PATH, Trial, Workload, fragment_packed, packed, reference, unpacked};
use crate::{Device, Result, Stream, random};

/// Up to this many nodes, a trial compares all distances; the work of the reference grows with their cube.
const FULL_CHECK_LIMIT: usize = 256;

/// Rows of a larger square that a trial compares.
const SAMPLE: usize = 16;

/// Bound of the weights.
const WEIGHTS: u32 = 10_000;

/// Builds a graph with four edges per node to random others, of weights below `bound`; the square of its weights has
/// about `size` elements.
pub(super) fn build_weights(workload: &Workload, bound: u32) -> (Vec<u32>, usize) {
    let nodes = workload.size.isqrt();
    let mut weights = vec![u32::MAX; nodes * nodes]; // more than no path is none, too
    for i in 0..nodes * 4 {
        let [column, weight] = [0, 1].map(|draw| random::word(workload.seed, i as u32, draw));
        weights[(i / 4 * nodes) + (column as usize % nodes)] = weight % bound;
    }
    (weights, nodes)
}

/// Returns the distances from one node, nearest nodes first: Dijkstra, A Note on Two Problems in Connexion with
/// Graphs, 1959.
fn dijkstra_row(weights: &[u32], nodes: usize, from: usize) -> Vec<u32> {
    let mut distances = vec![NO_PATH; nodes];
    let mut done = vec![false; nodes];
    distances[from] = 0;
    while let Some(node) = find_nearest(&distances, &done, nodes) {
        done[node] = true;
        let so_far = distances[node];
        for (distance, weight) in distances.iter_mut().zip(&weights[node * nodes..][..nodes]) {
            *distance = so_far.saturating_add(*weight).min(*distance);
        }
    }
    distances
}

/// Finds the nearest node that can be reached and is not done.
fn find_nearest(distances: &[u32], done: &[bool], nodes: usize) -> Option<usize> {
    let open = (0..nodes).filter(|node| !done[*node] && distances[*node] < NO_PATH);
    open.min_by_key(|node| distances[*node])
}

type FloydWarshallRung = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: FloydWarshallRung) -> Result<Trial> {
    let (weights, nodes) = build_weights(workload, WEIGHTS);
    let judge = build_check(&weights, nodes);
    let weights = device.stream_of([nodes, nodes], &weights)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &weights), move |result| Ok(judge(&result.read()?))).sized(nodes * nodes))
}

/// Returns a check against the reference: of all distances, or those of [`SAMPLE`] rows.
pub(super) fn build_check(weights: &[u32], nodes: usize) -> impl Fn(&[u32]) -> Check + use<> {
    let all = nodes <= FULL_CHECK_LIMIT;
    let rows: Vec<usize> =
        if all { (0..nodes).collect() } else { (0..SAMPLE).map(|i| i * (nodes - 1) / (SAMPLE - 1)).collect() };
    let wanted: Vec<u32> = if all {
        reference(weights, nodes)
    } else {
        rows.iter().flat_map(|from| dijkstra_row(weights, nodes, *from)).collect()
    };
    move |distances: &[u32]| {
        let given: Vec<u32> = rows
            .iter()
            .flat_map(|row| &distances[row * nodes..][..nodes])
            .copied()
            .collect();
        Check::exact(&given, &wanted).out_of(nodes * nodes)
    }
}

pub(super) fn trial_by_fours(device: &Device, workload: &Workload) -> Result<Trial> {
    let (weights, nodes) = build_weights(workload, WEIGHTS);
    let judge = build_check(&weights, nodes);
    let texels = device.stream_of([nodes.div_ceil(4), nodes], &packed(&weights, nodes))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_packed(&device, &texels),
        move |result: &Stream<_>| Ok(judge(&unpacked(&result.read()?, nodes))),
    )
    .sized(nodes * nodes))
}
