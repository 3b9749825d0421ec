//! Floyd-Warshall: the shortest paths between all pairs of nodes.
//!
#![doc = table!()]
//!
//! The passes are those for n nodes, the reads those per distance and step.
//!
//! Weights are whole numbers, so every rung is exact.
//!
//! Sources: Floyd, Algorithm 97: Shortest Path, and Warshall, A Theorem on Boolean Matrices, 1962;
//! Micikevicius, General Parallel Computation on Commodity Graphics Hardware: Case Study with the All-Pairs
//! Shortest Paths Problem, 2004; Venkataraman, Sahni and Mukhopadhyaya, A Blocked All-Pairs Shortest-Paths
//! Algorithm, 2003; Katz and Kider, All-Pairs Shortest-Paths for Large Graphs on the GPU, 2008.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::floyd_warshall::{self, NO_PATH, packed, unpacked};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let weights = [0, 5, NO_PATH, NO_PATH, 0, 2, NO_PATH, NO_PATH, 0];
//! let distances = floyd_warshall::reference(&weights, 3);
//! let [old, new] = [fragment.stream_of([3, 3], &weights)?, compute.stream_of([3, 3], &weights)?];
//! assert_eq!(floyd_warshall::fragment(&fragment, &old)?.read()?, distances);
//! assert_eq!(floyd_warshall::compute(&compute, &new)?.read()?, distances);
//! assert_eq!(floyd_warshall::compute_blocked(&compute, &new)?.read()?, distances);
//!
//! let fours = fragment.stream_of([1, 3], &packed(&weights, 3))?; // a row is one texel
//! assert_eq!(unpacked(&floyd_warshall::fragment_packed(&fragment, &fours)?.read()?, 3), distances);
//!
//! let floats = fragment.stream_of([1, 3], &floyd_warshall::packed_2005(&weights, 3))?;
//! let texels = floyd_warshall::fragment_2005(&fragment, &floats)?.read()?;
//! assert_eq!(floyd_warshall::unpacked_2005(&texels, 3), distances);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod blocked;
mod of_2005;
mod packed;
mod trial;

use super::{Check, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, kernel_pair};
use trial::{trial, trial_by_fours};

pub use blocked::compute_blocked;
pub use of_2005::{NO_PATH_2005, fragment_2005, packed_2005, unpacked_2005};
pub use packed::{fragment_packed, packed, unpacked};

rungs! {
    "the shortest path from every node to every other", 1 << 16, trial;
    fragment: "a pass for each node that a path may lead through", "n + 1 passes; 3 reads", "Micikevicius 2004";
    fragment_packed: "four distances in the channels of a texel", "n passes; 3/4 reads", "Micikevicius 2004", by trial_by_fours;
    fragment_2005: "four distances in the channels of a texel, as floats", "n passes; 3/4 reads", "Micikevicius 2004",
        on "radeon-9700", by of_2005::trial;
    compute: "a dispatch for each node, in place", "n + 1 dispatches; 3 reads", "Floyd 1962; Warshall 1962";
    compute_blocked: "32 nodes at once in three phases, tiles in shared memory",
        "3 n/32 + 1 dispatches; 3/32 reads, and 1/2 shared", "Katz and Kider 2008";
}

const START: KernelSource = kernel_pair!("graphs/floyd_warshall_start");
const STEP: KernelSource = kernel_pair!("graphs/floyd_warshall");

/// Weight of a missing edge, and distance if there is no path.
pub const NO_PATH: u32 = 0x7fff_ffff;

/// Returns the least sum of weights on a path from each node to each other, in the device's era.
///
/// `weights` is a square: row `a`, column `b` has the weight of the edge from `a` to `b`, [`NO_PATH`] or more if
/// there is none. The result has the same shape. A node is at distance 0 from itself, even if it has an edge to
/// itself. A path of [`NO_PATH`] or more counts as none.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::floyd_warshall::{NO_PATH, floyd_warshall}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let weights = [0, 5, NO_PATH, NO_PATH, 0, 2, NO_PATH, NO_PATH, 0];
/// let distances = floyd_warshall(&device, &device.stream_of([3, 3], &weights)?)?;
/// assert_eq!(distances.read()?, [0, 5, 7, NO_PATH, 0, 2, NO_PATH, NO_PATH, 0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream is not a square.
pub fn floyd_warshall(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, weights),
        Era::Compute => compute(device, weights),
    }
}

// ANCHOR: reference
/// Computes the same by three loops.
pub fn reference(weights: &[u32], nodes: usize) -> Vec<u32> {
    let mut distances: Vec<u32> = weights
        .iter()
        .enumerate()
        .map(|(i, weight): (usize, &u32)| if i % (nodes + 1) == 0 { 0 } else { *weight.min(&NO_PATH) })
        .collect();
    for k in 0..nodes {
        for row in 0..nodes {
            let there = distances[row * nodes + k];
            for column in 0..nodes {
                let through = there + distances[k * nodes + column];
                let distance = &mut distances[row * nodes + column];
                *distance = through.min(*distance);
            }
        }
    }
    distances
}
// ANCHOR_END: reference

/// Returns the count of nodes of a square of weights.
fn check_square(weights: &Stream<u32>) -> Result<usize> {
    let shape = weights.shape();
    match *shape.extents() {
        [columns, rows] if columns == rows => Ok(columns),
        _ => Err(Error::data(format!("weights of {shape} are not a square; give a row and a column for each node"))),
    }
}

// ANCHOR: fragment
/// Runs a pass for each intermediate node of a path.
///
/// # Errors
/// As [`floyd_warshall`].
pub fn fragment(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let nodes = check_square(weights)?;
    let mut distances = PingPong::new(initial_distances(&device, weights)?, device.empty(weights.shape())?);
    let kernel = device.kernel(&STEP)?;
    for k in 0..nodes {
        distances.step(|now, next| {
            kernel
                .call()
                .uniform("k", k as i32)
                .gather("distances", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(distances.into_now())
}
// ANCHOR_END: fragment

/// Runs a dispatch for each intermediate node of a path, in place.
///
/// # Errors
/// As [`floyd_warshall`].
pub fn compute(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let nodes = check_square(weights)?;
    let mut distances = initial_distances(&device, weights)?;
    let kernel = device.kernel(&STEP)?;
    for k in 0..nodes {
        kernel
            .call()
            .uniform("k", k as i32)
            .uniform("side", nodes as i32)
            .update("distances", &mut distances)
            .run()?;
    }
    Ok(distances)
}

/// Returns the distances before the first step, in the device's era.
fn initial_distances(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let mut distances = device.empty(weights.shape())?;
    let kernel = device.kernel(&START)?;
    let call = kernel
        .call()
        .uniform("most", NO_PATH)
        .input("weights", weights)
        .output("result", &mut distances);
    match device.era() {
        Era::Fragment => call.run()?,
        Era::Compute => call.uniform("side", weights.shape().extent(0) as i32).run()?,
    }
    Ok(distances)
}
