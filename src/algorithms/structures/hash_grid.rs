//! A hashed grid: points sorted by the cells of an endless grid, so that the neighbours of a place are found in 27 cells.
//!
//! | era | rung | method | passes or dispatches for n points in b buckets | work |
//! |---|---|---|---|---|
//! | fragment | `fragment` | buckets sorted by a network, starts by binary search | those of a [sort](mod@super::sort), and 3 | n log2² n + b log2 n |
//! | compute | `compute_sort` | buckets sorted by radix, starts by binary search | those of a [sort](mod@super::sort), and 3 | 4 n + b log2 n |
//! | compute | `compute` | counted by atomics, starts by a scan, placed | those of a [scan](mod@super::scan), and 3 | 2 n + b |
//!
//! And one to find the neighbours: 27 buckets a place, whose points lie in 9 stretches of memory, or 18 where a row is folded.
//!
//! Cells are a little wider than the radius, so that rounding never puts two points within it two cells apart; that holds up to
//! 16,384 cells from the origin. The endless grid is folded into b buckets, a power of two, about as many as points: the coordinates
//! of a cell modulo powers of two. The order of points in a bucket is that of their numbers, except in `compute`, where it is any.
//!
//! A point with a NaN is near nothing, and nothing is near it. Points that crowd into a few cells cost time: a place looks at all of the 27
//! cells around. Where more than [`CROWD`] points are in them it looks at none, and says so: some drivers end longer loops unasked.
//!
//! Sources: Purcell et al., Photon Mapping on Programmable Graphics Hardware, Graphics Hardware 2003 (points sorted by cell, found by binary
//! search); Green, CUDA Particles, 2007 (both ways of the compute era, and cells that are folded).

use super::sort::sort;
use super::{Algorithm, Check, Rung, Trial, Workload, scan};
use crate::{Call, Device, Era, Error, KernelSource, Result, Stream, compute_kernel, kernel_pair};
use nalgebra::Vector4;
use std::ops::Range;

const BUCKET: KernelSource = kernel_pair!("structures/hash_grid");
const STARTS: KernelSource = kernel_pair!("structures/hash_grid_starts");
const SORTED: KernelSource = kernel_pair!("structures/hash_grid_sorted");
const NEAR: KernelSource = kernel_pair!("structures/hash_grid_near");
const COUNT: KernelSource = compute_kernel!("structures/hash_grid_count");
const PLACE: KernelSource = compute_kernel!("structures/hash_grid_place");

/// A bucket's number has so many bits at least: four buckets a side.
const FEWEST_BITS: u32 = 6;

/// And at most: more would be a table larger than what it is to find.
const MOST_BITS: u32 = 21;

/// The most points in the 27 cells around a place that are looked at, as hash_grid.glsl has it.
pub const CROWD: usize = 60_000;

/// How much wider than the radius a cell is.
const WIDER: f32 = 1.0 + 1.0 / 256.0;

// ANCHOR: fold
/// The cells of an endless grid, and how they are folded into buckets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fold {
    /// How far a place looks.
    pub radius: f32,
    /// Of a bucket's number, along x, y and z: 2 to the power of that buckets a side.
    pub bits: [u32; 3],
}

impl Fold {
    /// Cells for that radius, and about as many buckets as points.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for a radius that is not above 0 and finite.
    pub fn new(points: usize, radius: f32) -> Result<Fold> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("a radius of {radius} makes no cells; give a finite one above 0")));
        }
        let bits = points.max(1).next_power_of_two().ilog2().clamp(FEWEST_BITS, MOST_BITS);
        Ok(Fold { radius, bits: [bits.div_ceil(3), (bits + 1) / 3, bits / 3] })
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        1 << self.bits.iter().sum::<u32>()
    }

    /// The cell of a point, as hash_grid.glsl has it.
    pub(in crate::algorithms) fn cell_of(&self, point: &Vector4<f32>) -> [i32; 3] {
        let cells = 1.0 / (self.radius * WIDER);
        [point.x, point.y, point.z].map(|lane| (lane * cells).floor() as i32)
    }

    /// The bucket of a cell.
    pub(in crate::algorithms) fn bucket_of(&self, [x, y, z]: [i32; 3]) -> usize {
        let folded = |lane: i32, bits: u32| lane as usize & ((1 << bits) - 1);
        let [by_x, by_y, by_z] = self.bits;
        folded(x, by_x) | (folded(y, by_y) | folded(z, by_z) << by_y) << by_x
    }

    /// The buckets of a cell and the two beside it along x, in two stretches; the second is empty where the row is not folded.
    pub(in crate::algorithms) fn row_of(&self, [x, y, z]: [i32; 3]) -> [Range<usize>; 2] {
        let first = self.bucket_of([x.wrapping_sub(1), y, z]);
        let end = ((first >> self.bits[0]) + 1) << self.bits[0];
        let start = end - (1 << self.bits[0]);
        [first..end.min(first + 3), start..start + (first + 3).saturating_sub(end)]
    }

    /// The uniforms of hash_grid.glsl.
    pub(in crate::algorithms) fn tell<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("cells", 1.0 / (self.radius * WIDER))
            .uniform("bits", self.bits.map(|bits| bits as i32))
    }
}
// ANCHOR_END: fold

/// Points sorted by the buckets of a grid.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::hash_grid::hash_grid};
/// # use nalgebra::Vector4;
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let points = [0.0, 0.5, 1.25, 7.0].map(|x| Vector4::new(x, 0.0, 0.0, 0.0));
/// let points = device.stream(&points)?;
/// let grid = hash_grid(&device, &points, 1.0)?;
/// let near = grid.neighbours(&device, &points)?;
/// assert_eq!(near.read()?, [[2, 1], [3, 3], [2, 3], [1, 3]]); // how many, and the sum of their numbers
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Grid {
    /// The points in the order of their buckets.
    pub position: Stream<Vector4<f32>>,
    /// The number of each of them: where it was before.
    pub order: Stream<u32>,
    /// Where the points of each bucket begin, and behind the last bucket where they end.
    pub starts: Stream<u32>,
    /// Which cells, and which buckets.
    pub fold: Fold,
}

/// Points by the cells that are as wide as a radius, in the device's era. The fourth lane of a point is its owner's.
///
/// # Errors
/// [`crate::Error::Data`] for a radius that is not above 0 and finite; [`crate::Error::Call`] where the stream has not the era's own layout,
/// [`crate::Error::Limit`] where the machine lacks room.
pub fn hash_grid(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<Grid> {
    match device.era() {
        Era::Fragment => fragment(device, position, radius),
        Era::Compute => compute(device, position, radius),
    }
}

/// By the sorting network of the fragment era, and a binary search for each bucket.
///
/// # Errors
/// As [`hash_grid`].
pub fn fragment(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<Grid> {
    by_sort(&device.with_era(Era::Fragment)?, position, radius)
}

/// By the sort of the compute era, and a binary search for each bucket.
///
/// # Errors
/// As [`hash_grid`].
pub fn compute_sort(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<Grid> {
    by_sort(&device.with_era(Era::Compute)?, position, radius)
}

fn by_sort(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<Grid> {
    let Sorted { fold, order, starts } = sorted_buckets(device, position, radius)?;
    let position = in_order(device, &order, position)?;
    Ok(Grid { position, order, starts, fold })
}

/// Points sorted by bucket.
pub(in crate::algorithms) struct Sorted {
    pub fold: Fold,
    pub order: Stream<u32>,
    pub starts: Stream<u32>,
}

// ANCHOR: sort
/// The order of points by bucket, and where each bucket starts in it.
pub(in crate::algorithms) fn sorted_buckets(
    device: &Device,
    position: &Stream<Vector4<f32>>,
    radius: f32,
) -> Result<Sorted> {
    let fold = Fold::new(position.len(), radius)?;
    let mut buckets = device.empty::<u32>(position.len())?;
    let kernel = device.kernel(&of(&BUCKET))?;
    let call = fold.tell(kernel.call()).gather("position", position);
    call.output("result", &mut buckets).run()?;
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
    Ok(Sorted { fold, order, starts })
}
// ANCHOR_END: sort

/// Each bucket's points counted, the counts scanned, each point placed by its rank.
///
/// # Errors
/// As [`hash_grid`].
pub fn compute(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<Grid> {
    let device = &device.with_era(Era::Compute)?;
    let Counted { fold, rank, starts } = counted_buckets(device, position, radius)?;
    let mut order = device.empty(position.len())?;
    let kernel = device.kernel(&of(&PLACE))?;
    let call = fold.tell(kernel.call()).gather("position", position).gather("rank", &rank);
    call.gather("starts", &starts)
        .output("order", &mut order)
        .elements(position.len())
        .run()?;
    let position = in_order(device, &order, position)?;
    Ok(Grid { position, order, starts, fold })
}

/// Points counted in their buckets.
pub(in crate::algorithms) struct Counted {
    pub fold: Fold,
    pub rank: Stream<u32>,
    pub starts: Stream<u32>,
}

// ANCHOR: count
/// The rank of each point in its bucket, and where each bucket starts when the points are placed.
pub(in crate::algorithms) fn counted_buckets(
    device: &Device,
    position: &Stream<Vector4<f32>>,
    radius: f32,
) -> Result<Counted> {
    let fold = Fold::new(position.len(), radius)?;
    let mut counts = device.empty::<u32>(fold.buckets() + 1)?; // zeros, and one more, which becomes the end
    let mut rank = device.empty(position.len())?;
    let kernel = device.kernel(&of(&COUNT))?;
    let call = fold.tell(kernel.call()).gather("position", position);
    call.output("rank", &mut rank)
        .update("counts", &mut counts)
        .elements(position.len())
        .run()?;
    let starts = scan::exclusive::compute(device, &counts)?;
    Ok(Counted { fold, rank, starts })
}
// ANCHOR_END: count

fn in_order(device: &Device, order: &Stream<u32>, source: &Stream<Vector4<f32>>) -> Result<Stream<Vector4<f32>>> {
    let mut result = device.empty(order.shape())?;
    let kernel = device.kernel(&SORTED)?;
    let call = kernel.call().input("order", order).gather("source", source);
    call.output("result", &mut result).run()?;
    Ok(result)
}

impl Grid {
    /// Something else that the points have, in the order of their buckets.
    ///
    /// # Errors
    /// [`crate::Error::Data`] where there are not as many as points, [`crate::Error::Call`] in another era than the grid's.
    pub fn sorted(&self, device: &Device, source: &Stream<Vector4<f32>>) -> Result<Stream<Vector4<f32>>> {
        let [given, wanted] = [source.len(), self.order.len()];
        if given != wanted {
            return Err(Error::data(format!("{given} elements given for {wanted} points; give each point one")));
        }
        in_order(device, &self.order, source)
    }

    /// For each place, how many points are not further off than the radius, and the sum of their numbers, which wraps around at 2^32. A
    /// place where a point is meets that point too. A place in a crowd, of more than [`CROWD`] points in the 27 cells around it, has [`u32::MAX`] for
    /// both.
    ///
    /// # Errors
    /// [`crate::Error::Call`] in another era than the grid's.
    pub fn neighbours(&self, device: &Device, places: &Stream<Vector4<f32>>) -> Result<Stream<[u32; 2]>> {
        let mut result = device.empty(places.shape())?;
        if self.order.is_empty() {
            return Ok(result);
        }
        let kernel = device.kernel(&of(&NEAR))?;
        let call = self
            .fold
            .tell(kernel.call())
            .uniform("reach", self.fold.radius * self.fold.radius);
        let call = call.gather("places", places).gather("position", &self.position);
        call.gather("order", &self.order)
            .gather("starts", &self.starts)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }
}

/// A kernel that includes the folded grid.
pub(in crate::algorithms) fn of(kernel: &KernelSource) -> KernelSource {
    let text = include_str!("../../../kernel_includes/hash_grid.glsl");
    kernel.clone().include("hash_grid.glsl", text)
}

// ANCHOR: reference
/// What [`Grid::neighbours`] finds, by looking at all points for each place.
pub fn reference(points: &[Vector4<f32>], places: &[Vector4<f32>], radius: f32) -> Vec<[u32; 2]> {
    let near = |place: &Vector4<f32>, point: &Vector4<f32>| (point - place).xyz().norm_squared() <= radius * radius;
    let around = |place| {
        let points = (0..).zip(points).filter(|(_, point)| near(place, point));
        points.fold([0, 0_u32], |[count, sum], (number, _)| [count + 1, sum.wrapping_add(number)])
    };
    places.iter().map(around).collect()
}
// ANCHOR_END: reference

/// The most points of a trial: its reference looks at all pairs.
const MOST: usize = 2_039;

type Build = fn(&Device, &Stream<Vector4<f32>>, f32) -> Result<Grid>;

/// Points on a grid of eighths, where squared distances are exact, in a box that holds some 12 within the radius of each; one is far off.
fn trial(device: &Device, workload: &Workload, build: Build) -> Result<Trial> {
    let count = workload.size.min(MOST);
    let side = (count as f32 * 2.8).cbrt();
    let points = Workload { size: count, ..workload.clone() }.points();
    let mut points: Vec<Vector4<f32>> = points
        .iter()
        .map(|point| (point.coords * side * 4.0).map(f32::round).push(0.0) / 8.0)
        .collect();
    if let Some(first) = points.first_mut() {
        first.x += 3e4;
    }
    let radius = 2.0;
    let wanted = reference(&points, &points, radius);
    let (device, points) = (device.clone(), device.stream(&points)?);
    let run = move || build(&device, &points, radius)?.neighbours(&device, &points);
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "hash_grid",
    part: "structures",
    summary: "points sorted by cell, and for each its neighbours",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "sorted by a network, starts by search",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute_sort",
            era: Era::Compute,
            method: "sorted by radix, starts by search",
            source: "Green 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_sort),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "counted by atomics, starts by scan",
            source: "Green 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
