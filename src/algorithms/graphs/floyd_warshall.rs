//! Floyd-Warshall: the shortest path from every node to every other one.
//!
//! | era | method | passes for n nodes | reads a distance and step |
//! |---|---|---|---|
//! | fragment | a pass for each node that a path may lead through | n + 1 | 3 |
//! | fragment, packed | four distances in the lanes of a texel | n | 3/4 |
//! | compute | a dispatch for each node, in place | n + 1 | 3 |
//! | compute, blocked | 32 nodes at once in three phases, tiles in shared memory | 3 n/32 + 1 | 3/32, and 1/2 shared |
//!
//! Weights are whole numbers, so every rung is exact.
//!
//! Sources: Floyd, Algorithm 97: Shortest Path, and Warshall, A Theorem on Boolean Matrices, 1962; Micikevicius, General Parallel Computation on
//! Commodity Graphics Hardware: Case Study with the All-Pairs Shortest Paths Problem, 2004; Venkataraman, Sahni and Mukhopadhyaya, A Blocked
//! All-Pairs Shortest-Paths Algorithm, 2003; Katz and Kider, All-Pairs Shortest-Paths for Large Graphs on the GPU, 2008.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Device, Era, Error, KernelSource, PingPong, Result, Stream, compute_kernel, fragment_kernel, kernel_pair, random,
};

const START: KernelSource = kernel_pair!("graphs/floyd_warshall_start");
const STEP: KernelSource = kernel_pair!("graphs/floyd_warshall");
const PACKED: KernelSource = fragment_kernel!("graphs/floyd_warshall_packed");
const CORNER: KernelSource = compute_kernel!("graphs/floyd_warshall_corner");
const CROSS: KernelSource = compute_kernel!("graphs/floyd_warshall_cross");
const REST: KernelSource = compute_kernel!("graphs/floyd_warshall_rest");
const TILES: &str = include_str!("../../../compute_kernels/include/floyd_warshall.glsl");

/// Nodes of a step of the blocked rung.
const TILE: usize = 32;

/// The weight of no edge, and the distance where there is no path.
pub const NO_PATH: u32 = 0x7fff_ffff;

/// The least sum of weights on a path from each node to each other, in the device's era.
///
/// `weights` is a square: row `a`, column `b` has the weight of the edge from `a` to `b`, [`NO_PATH`] or more where there is none. So is the
/// result. A node is at distance 0 from itself, whatever edge leads there. A path of [`NO_PATH`] or more counts as none.
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
/// [`Error::Data`] where the stream is no square.
pub fn floyd_warshall(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, weights),
        Era::Compute => compute(device, weights),
    }
}

// ANCHOR: reference
/// The same by three loops.
pub fn reference(weights: &[u32], nodes: usize) -> Vec<u32> {
    let start = |(i, weight): (usize, &u32)| if i % (nodes + 1) == 0 { 0 } else { *weight.min(&NO_PATH) };
    let mut distances: Vec<u32> = weights.iter().enumerate().map(start).collect();
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

/// The nodes of a square of weights.
fn nodes(weights: &Stream<u32>) -> Result<usize> {
    let shape = weights.shape();
    match *shape.extents() {
        [columns, rows] if columns == rows => Ok(columns),
        _ => Err(Error::data(format!("weights of {shape} are no square; give a row and a column for each node"))),
    }
}

fn start(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
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

// ANCHOR: fragment
/// A pass for each node that a path may lead through.
///
/// # Errors
/// As [`floyd_warshall`].
pub fn fragment(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let nodes = nodes(weights)?;
    let mut distances = PingPong::new(start(&device, weights)?, device.empty(weights.shape())?);
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

/// A dispatch for each node that a path may lead through, in place.
///
/// # Errors
/// As [`floyd_warshall`].
pub fn compute(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let nodes = nodes(weights)?;
    let mut distances = start(&device, weights)?;
    let kernel = device.kernel(&STEP)?;
    for k in 0..nodes {
        let call = kernel.call().uniform("k", k as i32).uniform("side", nodes as i32);
        call.update("distances", &mut distances).run()?;
    }
    Ok(distances)
}

// ANCHOR: blocked
/// Three dispatches for each 32 nodes that a path may lead through.
///
/// # Errors
/// As [`floyd_warshall`].
pub fn compute_blocked(device: &Device, weights: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let nodes = nodes(weights)?;
    let tiles = nodes.div_ceil(TILE) as u32;
    let mut distances = start(&device, weights)?;
    let phases = [(CORNER, [1, 1, 1]), (CROSS, [tiles, 2, 1]), (REST, [tiles, tiles, 1])];
    for pivot in (0..nodes).step_by(TILE) {
        for (source, groups) in &phases {
            let kernel = device.kernel(&source.clone().include("floyd_warshall.glsl", TILES))?;
            let call = kernel.call().uniform("pivot", pivot as i32).uniform("side", nodes as i32);
            call.update("distances", &mut distances).groups(*groups).run()?;
        }
    }
    Ok(distances)
}
// ANCHOR_END: blocked

/// Four distances a texel. `distances` are [`packed`]; so is the result.
///
/// # Errors
/// [`Error::Data`] where the stream does not have as many texels in a row as its rows need.
pub fn fragment_packed(device: &Device, distances: &Stream<[u32; 4]>) -> Result<Stream<[u32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = distances.shape();
    let nodes = match *shape.extents() {
        [texels, rows] if texels == rows.div_ceil(4) => rows,
        _ => {
            return Err(Error::data(format!(
                "distances of {shape} texels are no packed square; give a quarter as many columns as rows"
            )));
        }
    };
    let mut distances = PingPong::new(device.copy_of(distances)?, device.empty(shape)?);
    let kernel = device.kernel(&PACKED)?;
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

/// The distances before the first step, the rows by fours; the last four of a row may be part empty.
///
/// ```
/// use gristmill::algorithms::floyd_warshall::{NO_PATH, packed, unpacked};
/// let texels = packed(&[9, 1, 2, 9], 2);
/// assert_eq!(texels, [[0, 1, NO_PATH, NO_PATH], [2, 0, NO_PATH, NO_PATH]]);
/// assert_eq!(unpacked(&texels, 2), [0, 1, 2, 0]);
/// ```
pub fn packed(weights: &[u32], nodes: usize) -> Vec<[u32; 4]> {
    let distance = |row: usize, column: usize| match weights.get(row * nodes + column) {
        _ if row == column => 0,
        Some(weight) if column < nodes => *weight.min(&NO_PATH),
        _ => NO_PATH,
    };
    let texel = |i: usize| {
        let (row, column) = (i / nodes.div_ceil(4), i % nodes.div_ceil(4) * 4);
        std::array::from_fn(|lane| distance(row, column + lane))
    };
    (0..nodes * nodes.div_ceil(4)).map(texel).collect()
}

/// The square of [`packed`] texels.
pub fn unpacked(texels: &[[u32; 4]], nodes: usize) -> Vec<u32> {
    let rows = texels.chunks(nodes.div_ceil(4).max(1));
    rows.flat_map(|row| row.as_flattened()[..nodes].iter().copied()).collect()
}

/// The work grows with the cube: more nodes than this would take seconds.
const MOST_NODES: usize = 256;

/// Four edges a node to others drawn by lot, and as many nodes as a square of the size has rows.
fn made(workload: &Workload) -> (Vec<u32>, usize) {
    let nodes = workload.size.isqrt().min(MOST_NODES);
    let mut weights = vec![u32::MAX; nodes * nodes]; // more than no path is none, too
    for i in 0..nodes * 4 {
        let [column, weight] = [0, 1].map(|draw| random::word(workload.seed, i as u32, draw));
        weights[i / 4 * nodes + column as usize % nodes] = weight % 10_000;
    }
    (weights, nodes)
}

type Square = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

fn trial(device: &Device, workload: &Workload, rung: Square) -> Result<Trial> {
    let (weights, nodes) = made(workload);
    let wanted = reference(&weights, nodes);
    let (device, weights) = (device.clone(), device.stream_of([nodes, nodes], &weights)?);
    Ok(Trial::new(move || rung(&device, &weights), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

fn packed_trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (weights, nodes) = made(workload);
    let wanted = reference(&weights, nodes);
    let texels = device.stream_of([nodes.div_ceil(4), nodes], &packed(&weights, nodes))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_packed(&device, &texels),
        move |result| Ok(Check::exact(&unpacked(&result.read()?, nodes), &wanted)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "floyd_warshall",
    part: "graphs",
    summary: "the shortest path from every node to every other, 256 nodes at most",
    size: 1 << 16,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a pass for each node on the way",
            source: "Micikevicius 2004",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four distances a texel",
            source: "Micikevicius 2004",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: packed_trial,
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a dispatch for each node, in place",
            source: "Floyd 1962, Warshall 1962",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_blocked",
            era: Era::Compute,
            method: "32 nodes in three phases, tiles in shared memory",
            source: "Katz and Kider 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_blocked),
        },
    ],
};
