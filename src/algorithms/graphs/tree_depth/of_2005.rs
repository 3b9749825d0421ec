//! Ancestors as texels and three jumps per pass, by kernels of GLSL 1.10.

use super::trial::build_forest;
use super::{ENDLESS, reference};
use crate::algorithms::gather::coordinates;
use crate::algorithms::graphs::list_rank::{JUMP_2005, jump_passes, run_jumps};
use crate::algorithms::primitives::{in_rows, rows::check_countable, rows::column_and_row};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, PingPong, Pointer, Result, Stream, fragment_kernel};

const START: KernelSource = fragment_kernel!("graphs/tree_depth_start_2005");
const PENDING: KernelSource = fragment_kernel!("graphs/tree_depth_pending_2005");
const END: KernelSource = fragment_kernel!("graphs/tree_depth_end_2005");

/// Three jumps per pass by kernels of GLSL 1.10, for any card that calculates in floats, until the occlusion query
/// counts no node. The result has the shape of the parents: for each node the column and row of its root, its depth,
/// and 0; or -1 three times if its ancestors form a cycle.
///
/// A parent is the texel of a node: its column and row in the texture of `parents`, as
/// [`gather::coordinates`](crate::algorithms::gather::coordinates) computes them. A node is a root if it points to
/// itself, or to any other place.
///
/// Source: Wyllie, The Complexity of Parallel Computations, 1979; pointers as in Lefohn, Kniss and Owens, GPU Gems 2,
/// section 33.2.3, 2005.
///
/// # Errors
/// [`crate::Error::Call`] if the stream is not in one texture, row after row; [`crate::Error::Limit`] if there are more
/// nodes than the card's floats can count: 2^17 on a Radeon 9700, 2^24 in 32 bits.
pub fn fragment_2005(device: &Device, parents: &Stream<[f32; 2]>) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("tree_depth", "parents", parents)?;
    check_countable(&device, parents.len())?;
    let mut links = device.empty_in(parents.layout(), parents.shape())?;
    device
        .kernel(&START)?
        .call()
        .uniform("end", column_and_row(parents.len(), parents))
        .input("parents", parents)
        .output("gl_FragColor", &mut links)
        .run()?;
    let next = device.empty_in(parents.layout(), parents.shape())?;
    let mut links = PingPong::new(links, next);
    let mut pending = device.empty_in::<f32>(parents.layout(), parents.shape())?;
    let mut query = device.query()?;
    let kernel = device.kernel(&JUMP_2005)?;
    let count = device.kernel(&PENDING)?;
    // ANCHOR: jumps
    for _ in 0..jump_passes(parents.len()) {
        run_jumps(&kernel, &mut links)?;
        count
            .call()
            .input("links", links.now())
            .output("gl_FragColor", &mut pending)
            .count(&mut query)
            .run()?;
        if query.fragments()? == 0 {
            break;
        }
    }
    // ANCHOR_END: jumps
    let mut forest = device.empty_in(parents.layout(), parents.shape())?;
    device
        .kernel(&END)?
        .call()
        .uniform("nodes", parents.len() as f32)
        .input("links", links.now())
        .output("gl_FragColor", &mut forest)
        .run()?;
    Ok(forest)
}

/// Tries the other rungs' forest, with parents as texels.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    forest_trial(device, &build_forest(workload))
}

/// Builds the trial of a forest; compares roots and depths of all nodes.
pub(in crate::algorithms) fn forest_trial(device: &Device, parents: &[Pointer]) -> Result<Trial> {
    let (depths, roots) = reference(parents);
    let plan = device.empty::<[f32; 2]>(parents.len())?;
    let wanted: Vec<f32> = coordinates(plan.plan(), &roots)
        .into_iter()
        .zip(depths)
        .flat_map(|([column, row], depth): ([f32; 2], u32)| {
            [column, row, if depth == ENDLESS { -1.0 } else { depth as f32 }, 0.0]
        })
        .collect();
    let parents = device.stream(&coordinates(plan.plan(), parents))?;
    let device = device.clone();
    let nodes = wanted.len() / 4;
    let trial = Trial::new(
        move || fragment_2005(&device, &parents),
        move |forest: &Stream<[f32; 4]>| Ok(Check::exact(forest.read()?.as_flattened(), &wanted)),
    );
    Ok(trial.sized(nodes))
}
