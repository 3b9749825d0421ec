//! Distance field: the nearest seed of every cell of a grid, and how far it is. For a grid of n x n cells:
//!
#![doc = table!()]
//!
//! Jump flooding misses a nearest seed by a little in a few cells of a thousand; the exact rungs never do.
//!
//! Sources: Rong and Tan, Jump Flooding in GPU with Applications to Voronoi Diagram and Distance Transform,
//! 2006, and Variants of Jump Flooding Algorithm, 2007; Saito and Toriwaki, New Algorithms for Euclidean
//! Distance Transformation, 1994; Meijster, Roerdink and Hesselink, A General Algorithm for Computing
//! Distance Transforms in Linear Time, 2000.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Pointer;
//! use gristmill::algorithms::distance_field::{self, Extra, Sites};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let seeds = [1, 0, 0, 0, 1];
//! let nearest = [0, 0, 0, 4, 4].map(Pointer::to);
//! assert_eq!(distance_field::reference(&seeds, 5), [0, 1, 4, 1, 0].map(Some)); // squares of distances
//! assert_eq!(distance_field::flooded(&seeds, 5, Extra::None), nearest);
//! let [old, new] = [fragment.stream_of([5, 1], &seeds)?, compute.stream_of([5, 1], &seeds)?];
//! for given in [
//!     distance_field::fragment(&fragment, &old)?,
//!     distance_field::fragment_exact(&fragment, &old)?,
//!     distance_field::compute(&compute, &new)?,
//!     distance_field::compute_exact(&compute, &new)?,
//!     distance_field::flood(&compute, &new, Extra::After)?,
//! ] {
//!     assert_eq!(given.read()?, nearest);
//! }
//! let marks = fragment.stream_of([5, 1], &seeds.map(|seed| seed as f32))?;
//! let texels = [0.0, 0.0, 0.0, 4.0, 4.0].map(|column| [column, 0.0]);
//! assert_eq!(distance_field::fragment_2005(&fragment, &marks)?.read()?, texels);
//!
//! let sites = Sites::new(&compute, 16, 3, 1)?; // a scene of it
//! let (seeds, nearest) = sites.streams();
//! assert_eq!(seeds.shape(), nearest.shape());
//! # Ok::<(), gristmill::Error>(())
//! ```

mod exact;
mod jumps;
mod of_2005;
mod sites;
mod trial;

use crate::{Device, Era, Error, KernelSource, PingPong, Pointer, Result, Stream, kernel_pair};

pub use exact::{compute_exact, fragment_exact};
pub use jumps::{Extra, flooded, jumps};
pub use of_2005::fragment_2005;
pub use sites::Sites;
use trial::{exact_trial, flood_trial};

rungs! {
    "the nearest seed of every cell of a grid", 1 << 14, flood_trial;
    fragment: "jump flooding, 1+JFA", "2 + log2 n passes; 9 n² log2 n questions", "Rong and Tan 2006";
    fragment_exact: "columns by flooding, rows by asking", "2 + log2 n passes; 3 n² log2 n questions, and up to n³",
        "Saito and Toriwaki 1994", turns |cells| longest_turns(cells),
        by |device, workload| exact_trial(device, workload, fragment_exact);
    fragment_2005: "jump flooding, 1+JFA, from column and row to column and row",
        "2 + log2 n passes; 9 n² log2 n questions", "Rong and Tan 2006", on "radeon-9700",
        by |device, workload| of_2005::trial(device, workload);
    compute: "jump flooding, 1+JFA", "2 + log2 n dispatches; 9 n² log2 n questions", "Rong and Tan 2006";
    compute_exact: "columns swept, lower envelopes of the rows", "2 dispatches; n² work", "Meijster et al. 2000",
        turns |cells| longest_turns(cells), by |device, workload| exact_trial(device, workload, compute_exact);
}

const START: KernelSource = kernel_pair!("simulations/distance_field_start");
const JUMP: KernelSource = kernel_pair!("simulations/distance_field");
const DISTANCES: KernelSource = kernel_pair!("simulations/distance_field_distances");

/// Longest side: beyond it, squares of distances overflow an `int`, and three loops over a row are too long for
/// some drivers.
const LONGEST_SIDE: usize = 16_384;

/// Loop turns over a row or column, of which a kernel has at most three, if the grid is at most about twice as
/// wide as high.
fn longest_turns(cells: usize) -> usize {
    3 * (2 * cells.isqrt() + 2).min(LONGEST_SIDE)
}

/// Returns a pointer to the nearest seed of each cell, in the device's era.
///
/// `seeds` has two dimensions, columns and rows; a nonzero cell is a seed. If there is no seed, all pointers are
/// [`Pointer::NOWHERE`]. The result is that of jump flooding, which may miss a nearest seed by a little in a few
/// cells of a thousand; [`fragment_exact`] and [`compute_exact`] never do.
///
/// ```
/// use gristmill::algorithms::distance_field::{distance_field, distances};
/// # use gristmill::{Device, Era, Pointer};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let seeds = device.stream_of([5, 1], &[1, 0, 0, 0, 1])?;
/// let nearest = distance_field(&device, &seeds)?;
/// assert_eq!(nearest.read()?, [0, 0, 0, 4, 4].map(Pointer::to));
/// assert_eq!(distances(&device, &nearest)?.read()?, [0.0, 1.0, 2.0, 1.0, 0.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream does not have two dimensions, [`Error::Limit`] if a side is longer than 16,384.
pub fn distance_field(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    match device.era() {
        Era::Fragment => fragment(device, seeds),
        Era::Compute => compute(device, seeds),
    }
}

// ANCHOR: reference
/// Returns the squares of the exact distances, by testing every seed for every cell; `None` if there is no seed.
pub fn reference(seeds: &[u32], width: usize) -> Vec<Option<u64>> {
    squared_distances(seeds, width, &(0..seeds.len()).collect::<Vec<_>>())
}

/// Returns the squared distances of the cells in `cells`.
fn squared_distances(seeds: &[u32], width: usize, cells: &[usize]) -> Vec<Option<u64>> {
    let all: Vec<_> = (0..seeds.len())
        .filter(|cell| seeds[*cell] != 0)
        .map(|cell| locate_cell(cell, width))
        .collect();
    cells
        .iter()
        .map(|cell| find_nearest_square(locate_cell(*cell, width), &all))
        .collect()
}

/// Returns the square of the distance to the nearest seed.
fn find_nearest_square([x, y]: [usize; 2], seeds: &[[usize; 2]]) -> Option<u64> {
    seeds
        .iter()
        .map(|seed| (seed[0].abs_diff(x).pow(2) + seed[1].abs_diff(y).pow(2)) as u64)
        .min()
}

fn locate_cell(cell: usize, width: usize) -> [usize; 2] {
    [cell % width.max(1), cell / width.max(1)]
}
// ANCHOR_END: reference

/// Floods by jumps, with one jump of 1 before the others and one fragment per cell.
///
/// # Errors
/// As [`distance_field`].
pub fn fragment(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    flood(&device.with_era(Era::Fragment)?, seeds, Extra::Before)
}

/// Floods by jumps, with one jump of 1 before the others and one invocation per cell.
///
/// # Errors
/// As [`distance_field`].
pub fn compute(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    flood(&device.with_era(Era::Compute)?, seeds, Extra::Before)
}

// ANCHOR: flood
/// Floods by jumps with the given extra jumps, in the device's era.
///
/// # Errors
/// As [`distance_field`].
pub fn flood(device: &Device, seeds: &Stream<u32>, extra: Extra) -> Result<Stream<Pointer>> {
    let [width, height] = check_grid(seeds)?;
    run_jumps(device, seeds, &JUMP, &jumps(width.max(height), extra))
}
// ANCHOR_END: flood

// ANCHOR: jumping
/// Runs the jumps in order: each cell compares the cells a jump away. A seed starts with itself as the nearest.
fn run_jumps(device: &Device, seeds: &Stream<u32>, kernel: &KernelSource, jumps: &[usize]) -> Result<Stream<Pointer>> {
    let mut start = device.empty(seeds.shape())?;
    device
        .kernel(&START)?
        .call()
        .input("seeds", seeds)
        .output("nearest", &mut start)
        .run()?;
    let kernel = device.kernel(kernel)?;
    let mut field = PingPong::new(start, device.empty(seeds.shape())?);
    for jump in jumps {
        field.step(|now, next| {
            kernel
                .call()
                .uniform("jump", *jump as i32)
                .gather("nearest", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(field.into_now())
}
// ANCHOR_END: jumping

/// Returns the distance of each cell to the seed in `nearest`, in cells; infinite if it points nowhere. Runs in
/// the device's era.
///
/// # Errors
/// [`Error::Data`] if the stream does not have two dimensions.
pub fn distances(device: &Device, nearest: &Stream<Pointer>) -> Result<Stream<f32>> {
    check_grid(nearest)?;
    let mut distances = device.empty(nearest.shape())?;
    device
        .kernel(&DISTANCES)?
        .call()
        .input("nearest", nearest)
        .output("distances", &mut distances)
        .run()?;
    Ok(distances)
}

fn check_grid<T: crate::Element>(cells: &Stream<T>) -> Result<[usize; 2]> {
    let shape = cells.shape();
    let [width, height] = [shape.extent(0), shape.extent(1)];
    if shape.rank() != 2 {
        return Err(Error::data(format!(
            "distances are those of a grid of columns and rows, the stream is {shape}; give it two dimensions"
        )));
    }
    if width.max(height) > LONGEST_SIDE {
        let side = width.max(height) as u128;
        return Err(Error::limit("side of a distance field", side, LONGEST_SIDE as u128, "split it, with a margin"));
    }
    Ok([width, height])
}
