//! A hashed grid: points sorted by the cells of an unbounded grid, so that the neighbours of a place are found in 27
//! cells.
//!
#![doc = table!()]
//!
//! The table is for n points in b buckets. One more pass or dispatch finds the neighbours: 27 buckets per place, whose
//! points are in 9 contiguous ranges of memory, or in 18 if a row is folded.
//!
//! Cells are a little wider than the radius, so that rounding never puts two points within the radius two cells apart;
//! that holds up to 16,384 cells from the origin. The unbounded grid is folded into b buckets, a power of two, about as
//! many as points: the coordinates of a cell modulo powers of two. The points in a bucket are in the order of their
//! numbers, except in `compute`, where the order is arbitrary.
//!
//! A point with a NaN is near nothing, and nothing is near it. Points that crowd into a few cells cost time: each place
//! visits all points in the 27 cells around it. If more than [`CROWD`] points are in them, it visits none, and the
//! result reports that: some drivers end longer loops without an error.
//!
//! Sources: Purcell et al., Photon Mapping on Programmable Graphics Hardware, Graphics Hardware 2003 (points sorted by
//! cell, found by binary search); Green, CUDA Particles, 2007 (both rungs of the compute era, and folded cells); Green,
//! McColl and Bader, GPU Merge Path, ICS 2012 (the split of two sorted lists).
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::hash_grid::{CROWD, FloatHashGrid, Fold, HashGrid};
//! use gristmill::algorithms::hash_grid;
//! use gristmill::nalgebra::Vector4;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let points = [0.0, 0.5, 5.0].map(|x| Vector4::new(x, 0.0, 0.0, 0.0));
//! assert!(points.len() <= CROWD);
//! let wanted = hash_grid::reference(&points, &points, 1.0);
//! let [old, new] = [fragment.stream(&points)?, compute.stream(&points)?];
//! let grid: HashGrid = hash_grid::fragment(&fragment, &old, 1.0)?;
//! assert_eq!(grid.neighbours(&fragment, &old)?.read()?, wanted);
//! let grid: FloatHashGrid = hash_grid::fragment_2005(&fragment, &old, 1.0)?;
//! let found = grid.neighbours(&fragment, &old)?;
//! assert_eq!(grid.read_found(&found)?, wanted);
//! for grid in [
//!     hash_grid(&device, &new, 1.0)?,
//!     hash_grid::compute(&compute, &new, 1.0)?,
//!     hash_grid::compute_sort(&compute, &new, 1.0)?,
//! ] {
//!     assert_eq!(grid.neighbours(&compute, &new)?.read()?, wanted);
//!     assert_eq!(grid.sorted(&compute, &new)?.len(), 3);
//! }
//! assert!(Fold::new(3, 1.0)?.buckets() >= 1);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod fold;
mod grid;
mod of_2005;
mod trial;

pub use fold::Fold;
pub use grid::HashGrid;
pub use of_2005::{FloatHashGrid, fragment_2005};

use crate::algorithms::sort::sort;
use crate::algorithms::{row_bits, scan};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use grid::reorder;
use nalgebra::Vector4;
use trial::trial;

rungs! {
    "points sorted by cell, and for each its neighbours", 2_039, trial;
    fragment: "buckets sorted by merges, starts by binary search", "⌈log2 n⌉ + 4 passes; n log2² n + b log2 n",
        "Purcell et al. 2003; Green, McColl and Bader 2012", turns most_turns;
    fragment_2005: "buckets sorted by a network, starts by binary search, neighbours in loops of 64",
        "(log2² n + log2 n)/2 + log8 n + 3 passes; n log2² n + b log2 n", "Purcell et al. 2003; Kipfer et al. 2004",
        on "geforce-6800", turns most_turns, by of_2005::trial;
    compute_sort: "buckets sorted by radix, starts by binary search", "a sort and 3 dispatches; 4 n + b log2 n", "Green 2007",
        turns most_turns;
    compute: "counted by atomics, starts by a scan, placed by rank", "a scan and 3 dispatches; 2 n + b", "Green 2007",
        turns most_turns;
}

const BUCKET: KernelSource = kernel_pair!("structures/hash_grid");
const STARTS: KernelSource = kernel_pair!("structures/hash_grid_starts");
const MERGE: KernelSource = fragment_kernel!("structures/hash_grid_merge");
const ORDER: KernelSource = fragment_kernel!("structures/hash_grid_order");
const COUNT: KernelSource = compute_kernel!("structures/hash_grid_count");
const PLACE: KernelSource = compute_kernel!("structures/hash_grid_place");

/// Largest number of points that are visited in the 27 cells around a place, as in hash_grid.glsl.
pub const CROWD: usize = 60_000;

/// Largest number of turns of an invocation, wherever the points are: those around a place, 27 for nine rows of two
/// parts, and some for the sort and the scan.
fn most_turns(points: usize) -> usize {
    points.min(CROWD) + 1_024
}

/// Sorts points by cells as wide as the radius, in the device's era. The caller may use the fourth channel of a point
/// for anything.
///
/// # Errors
/// [`crate::Error::Data`] for a radius that is not above 0 and finite; [`crate::Error::Call`] if the stream does not
/// have the era's own layout, [`crate::Error::Limit`] if the device has no room.
pub fn hash_grid(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<HashGrid> {
    match device.era() {
        Era::Fragment => fragment(device, position, radius),
        Era::Compute => compute(device, position, radius),
    }
}

// ANCHOR: reference
/// The result of [`HashGrid::neighbours`], by visiting all points for each place.
pub fn reference(points: &[Vector4<f32>], places: &[Vector4<f32>], radius: f32) -> Vec<[u32; 2]> {
    places
        .iter()
        .map(|place| {
            let points = (0..).zip(points).filter(|(_, point)| is_near(place, point, radius));
            points.fold([0, 0_u32], |[count, sum], (number, _)| [count + 1, sum.wrapping_add(number)])
        })
        .collect()
}

fn is_near(place: &Vector4<f32>, point: &Vector4<f32>, radius: f32) -> bool {
    (point - place).xyz().norm_squared() <= radius * radius
}
// ANCHOR_END: reference

/// Sorts by merges, a pass for each doubling of the sorted length, and a binary search for each bucket.
///
/// # Errors
/// As [`hash_grid`].
pub fn fragment(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<HashGrid> {
    let device = device.with_era(Era::Fragment)?;
    let SortedBuckets { fold, order, starts } = merge_buckets(&device, position, radius)?;
    let position = reorder(&device, &order, position)?;
    Ok(HashGrid { position, order, starts, fold })
}

/// Sorts by the sort of the compute era, and a binary search for each bucket.
///
/// # Errors
/// As [`hash_grid`].
pub fn compute_sort(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<HashGrid> {
    let device = device.with_era(Era::Compute)?;
    let SortedBuckets { fold, order, starts } = sort_buckets(&device, position, radius)?;
    let position = reorder(&device, &order, position)?;
    Ok(HashGrid { position, order, starts, fold })
}

/// Points sorted by bucket.
pub(in crate::algorithms) struct SortedBuckets {
    pub fold: Fold,
    pub order: Stream<u32>,
    pub starts: Stream<u32>,
}

// ANCHOR: merge_start
/// Sorts the points by bucket and finds the start of each bucket: by merges, in the fragment era.
pub(in crate::algorithms) fn merge_buckets(
    device: &Device,
    position: &Stream<Vector4<f32>>,
    radius: f32,
) -> Result<SortedBuckets> {
    let fold = Fold::new(position.len(), radius)?;
    let points = position.len();
    let bucket = device.kernel(&BUCKET)?;
    let merge = device.kernel(&MERGE)?;
    let mut pairs = device.empty::<[u32; 2]>(points)?;
    fold.set_uniforms(bucket.call())
        .gather("position", position)
        .output("result", &mut pairs)
        .run()?;
    // ANCHOR_END: merge_start
    // ANCHOR: merge
    let mut pairs = PingPong::new(pairs, device.empty(points)?);
    let mut stretch = 1;
    while stretch < points {
        pairs.step(|source, result| {
            merge
                .call()
                .uniform("stretch", stretch as i32)
                .uniform("row_bits", row_bits(source))
                .gather("source", source)
                .output("result", result)
                .run()
        })?;
        stretch *= 2;
    }
    // ANCHOR_END: merge
    // ANCHOR: merge_end
    let pairs = pairs.into_now();
    let mut order = device.empty(points)?;
    let mut starts = device.empty(fold.buckets() + 1)?;
    if points > 0 {
        device
            .kernel(&ORDER)?
            .call()
            .input("source", &pairs)
            .output("result", &mut order)
            .run()?;
        device
            .kernel(&STARTS)?
            .call()
            .uniform("row_bits", row_bits(&pairs))
            .gather("buckets", &pairs)
            .output("result", &mut starts)
            .run()?;
    }
    Ok(SortedBuckets { fold, order, starts })
}
// ANCHOR_END: merge_end

/// Sorts the buckets by the sort of the compute era.
fn sort_buckets(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<SortedBuckets> {
    let fold = Fold::new(position.len(), radius)?;
    let kernel = device.kernel(&BUCKET)?;
    let mut buckets = device.empty::<u32>(position.len())?;
    fold.set_uniforms(kernel.call())
        .gather("position", position)
        .output("result", &mut buckets)
        .run()?;
    let numbers: Vec<u32> = (0..position.len() as u32).collect();
    let (buckets, order) = sort(device, &buckets, &device.stream(&numbers)?)?;
    let mut starts = device.empty(fold.buckets() + 1)?;
    if !position.is_empty() {
        device
            .kernel(&STARTS)?
            .call()
            .gather("buckets", &buckets)
            .output("result", &mut starts)
            .run()?;
    }
    Ok(SortedBuckets { fold, order, starts })
}

/// Counts the points of each bucket, scans the counts, and places each point by its rank.
///
/// # Errors
/// As [`hash_grid`].
pub fn compute(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<HashGrid> {
    let device = device.with_era(Era::Compute)?;
    let CountedBuckets { fold, rank, starts } = count_buckets(&device, position, radius)?;
    let kernel = device.kernel(&PLACE)?;
    let mut order = device.empty(position.len())?;
    fold.set_uniforms(kernel.call())
        .gather("position", position)
        .gather("rank", &rank)
        .gather("starts", &starts)
        .output("order", &mut order)
        .elements(position.len())
        .run()?;
    let position = reorder(&device, &order, position)?;
    Ok(HashGrid { position, order, starts, fold })
}

/// Points counted in their buckets.
pub(in crate::algorithms) struct CountedBuckets {
    pub fold: Fold,
    pub rank: Stream<u32>,
    pub starts: Stream<u32>,
}

// ANCHOR: count
/// Computes the rank of each point in its bucket, and the start of each bucket once the points are placed.
pub(in crate::algorithms) fn count_buckets(
    device: &Device,
    position: &Stream<Vector4<f32>>,
    radius: f32,
) -> Result<CountedBuckets> {
    let fold = Fold::new(position.len(), radius)?;
    let kernel = device.kernel(&COUNT)?;
    let mut counts = device.empty::<u32>(fold.buckets() + 1)?; // zeros, and one more, which becomes the end
    let mut rank = device.empty(position.len())?;
    fold.set_uniforms(kernel.call())
        .gather("position", position)
        .output("rank", &mut rank)
        .update("counts", &mut counts)
        .elements(position.len())
        .run()?;
    let starts = scan::exclusive::compute(device, &counts)?;
    Ok(CountedBuckets { fold, rank, starts })
}
// ANCHOR_END: count
