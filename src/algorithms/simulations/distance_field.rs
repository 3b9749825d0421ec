//! Distance field: the nearest seed of every cell of a grid, and how far it is.
//!
//! | era | method | passes | work | exact |
//! |---|---|---|---|---|
//! | fragment | jump flooding, 1+JFA | 2 + log2 n | 9 n² log n | nearly |
//! | fragment, exact | flood the columns, ask along the rows | 2 + log2 n | 3 n² log n, and up to n³ | yes |
//! | compute | jump flooding, 1+JFA | 2 + log2 n | 9 n² log n | nearly |
//! | compute, exact | sweep the columns, envelopes of the rows | 2 | n² | yes |
//!
//! Sources: Rong and Tan, Jump Flooding in GPU with Applications to Voronoi Diagram and Distance Transform, 2006, and Variants of Jump Flooding
//! Algorithm, 2007; Saito and Toriwaki, New Algorithms for Euclidean Distance Transformation, 1994; Meijster, Roerdink and Hesselink, A General
//! Algorithm for Computing Distance Transforms in Linear Time, 2000.

mod row;
mod sites;

pub(in crate::algorithms) use row::ROW;
pub use sites::Sites;

use crate::{
    Device, Era, Error, KernelSource, PingPong, Pointer, Result, Stream, compute_kernel, fragment_kernel, kernel_pair,
};

const START: KernelSource = kernel_pair!("simulations/distance_field_start");
const JUMP: KernelSource = kernel_pair!("simulations/distance_field");
const COLUMN_JUMP: KernelSource = fragment_kernel!("simulations/distance_field_columns");
const ROWS: KernelSource = fragment_kernel!("simulations/distance_field_rows");
const COLUMN_SWEEP: KernelSource = compute_kernel!("simulations/distance_field_columns");
const ENVELOPES: KernelSource = compute_kernel!("simulations/distance_field_rows");
const DISTANCES: KernelSource = kernel_pair!("simulations/distance_field_distances");

/// The nearest seed of each cell, in the device's era: a pointer to its cell.
///
/// `seeds` has two dimensions, columns and rows; a cell is a seed where it is not 0. Where there is no seed at all, every pointer leads nowhere.
/// The result is that of jump flooding, which may miss a nearest seed by a little in a few cells of a thousand;
/// [`fragment_exact`] and [`compute_exact`] never do.
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
/// [`Error::Data`] where the stream does not have two dimensions, [`Error::Limit`] where a side is longer than 16,384.
pub fn distance_field(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    match device.era() {
        Era::Fragment => fragment(device, seeds),
        Era::Compute => compute(device, seeds),
    }
}

// ANCHOR: reference
/// The squares of the exact distances, by asking every seed for every cell; none where there is no seed.
pub fn reference(seeds: &[u32], width: usize) -> Vec<Option<u64>> {
    let place = |cell: usize| [cell % width.max(1), cell / width.max(1)];
    let all: Vec<_> = (0..seeds.len()).filter(|cell| seeds[*cell] != 0).map(place).collect();
    let squared = |[x, y]: [usize; 2]| {
        let square = |seed: &[usize; 2]| (seed[0].abs_diff(x).pow(2) + seed[1].abs_diff(y).pow(2)) as u64;
        all.iter().map(square).min()
    };
    (0..seeds.len()).map(|cell| squared(place(cell))).collect()
}
// ANCHOR_END: reference

/// The jumps beyond those of plain flooding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// None: JFA.
    None,
    /// One of 1 before the others: 1+JFA.
    Before,
    /// One of 1 after them: JFA+1.
    After,
    /// Jumps of 2 and 1 after them: JFA+2.
    Twice,
}

/// The jumps of a flood over a grid with that longer side: half of the next power of two, a quarter, and so on to 1.
///
/// ```
/// use gristmill::algorithms::distance_field::{Extra, jumps};
/// assert_eq!(jumps(9, Extra::None), [8, 4, 2, 1]);
/// assert_eq!(jumps(8, Extra::Before), [1, 4, 2, 1]);
/// assert_eq!(jumps(1, Extra::Twice), [0; 0]);
/// ```
pub fn jumps(side: usize, extra: Extra) -> Vec<usize> {
    let halves = std::iter::successors(Some(side.next_power_of_two() / 2), |jump| Some(jump / 2));
    let plain = halves.take_while(|jump| *jump > 0).collect::<Vec<_>>();
    match extra {
        _ if plain.is_empty() => plain,
        Extra::None => plain,
        Extra::Before => [vec![1], plain].concat(),
        Extra::After => [plain, vec![1]].concat(),
        Extra::Twice => [plain, vec![2, 1]].concat(),
    }
}

/// Jump flooding with one jump of 1 before the others, one fragment a cell.
///
/// # Errors
/// As [`distance_field`].
pub fn fragment(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    flood(&device.with_era(Era::Fragment)?, seeds, Extra::Before)
}

/// Jump flooding with one jump of 1 before the others, one invocation a cell.
///
/// # Errors
/// As [`distance_field`].
pub fn compute(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    flood(&device.with_era(Era::Compute)?, seeds, Extra::Before)
}

// ANCHOR: flood
/// Jump flooding with the extra jumps of one's choice, in the device's era.
///
/// # Errors
/// As [`distance_field`].
pub fn flood(device: &Device, seeds: &Stream<u32>, extra: Extra) -> Result<Stream<Pointer>> {
    let [width, height] = grid(seeds)?;
    jumping(device, seeds, &JUMP, &jumps(width.max(height), extra))
}

fn jumping(device: &Device, seeds: &Stream<u32>, kernel: &KernelSource, jumps: &[usize]) -> Result<Stream<Pointer>> {
    let mut start = device.empty(seeds.shape())?;
    device
        .kernel(&START)?
        .call()
        .input("seeds", seeds)
        .output("nearest", &mut start)
        .run()?;
    let kernel = device.kernel(&measured(kernel))?;
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
// ANCHOR_END: flood

// ANCHOR: flooded
/// The same flood by loops: what the rungs of jump flooding compute, bit for bit.
pub fn flooded(seeds: &[u32], width: usize, extra: Extra) -> Vec<Pointer> {
    let height = seeds.len() / width.max(1);
    let place = |cell: usize| [(cell % width) as isize, (cell / width) as isize];
    let squared = |a: [isize; 2], b: [isize; 2]| (a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2);
    let mut now: Vec<Option<usize>> = (0..seeds.len()).map(|cell| Some(cell).filter(|_| seeds[cell] != 0)).collect();
    for jump in jumps(width.max(height), extra) {
        let ask = |cell: usize| {
            let [x, y] = place(cell);
            let places = (-1..=1).flat_map(|j| (-1..=1).map(move |i| [x + i * jump as isize, y + j * jump as isize]));
            let inside = places.filter(|[x, y]| (0..width as isize).contains(x) && (0..height as isize).contains(y));
            let known = inside.filter_map(|[x, y]| now[x as usize + width * y as usize]);
            known.min_by_key(|seed| (squared(place(*seed), [x, y]), *seed))
        };
        now = (0..seeds.len()).map(ask).collect();
    }
    now.into_iter().map(|seed| seed.map_or(Pointer::NOWHERE, Pointer::to)).collect()
}
// ANCHOR_END: flooded

// ANCHOR: fragment_exact
/// Exact: floods each column, where jumping makes no mistake, then asks the columns along each row.
///
/// # Errors
/// As [`distance_field`].
pub fn fragment_exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    let device = device.with_era(Era::Fragment)?;
    let [_, height] = grid(seeds)?;
    let mut doubling = jumps(height, Extra::None);
    doubling.reverse();
    let columns = jumping(&device, seeds, &COLUMN_JUMP, &doubling)?;
    let mut nearest = device.empty(seeds.shape())?;
    device
        .kernel(&measured(&ROWS))?
        .call()
        .gather("nearest", &columns)
        .output("result", &mut nearest)
        .run()?;
    Ok(nearest)
}
// ANCHOR_END: fragment_exact

// ANCHOR: compute_exact
/// Exact, and in linear time: an invocation a column, then an invocation a row.
///
/// # Errors
/// As [`distance_field`].
pub fn compute_exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    let device = device.with_era(Era::Compute)?;
    let [width, height] = grid(seeds)?;
    let mut columns = device.empty::<Pointer>(seeds.shape())?;
    let mut nearest = device.empty(seeds.shape())?;
    if seeds.is_empty() {
        return Ok(nearest);
    }
    let sweep = device.kernel(&measured(&COLUMN_SWEEP))?;
    sweep
        .call()
        .gather("seeds", seeds)
        .update("nearest", &mut columns)
        .elements(width)
        .run()?;
    let mut stack = device.empty::<[i32; 2]>(seeds.shape())?;
    let envelopes = device.kernel(&measured(&ENVELOPES))?;
    let call = envelopes.call().gather("nearest", &columns).update("stack", &mut stack);
    call.output("result", &mut nearest).elements(height).run()?;
    Ok(nearest)
}
// ANCHOR_END: compute_exact

/// The distance of each cell to the seed that `nearest` names, in cells; infinite where it names none. In the device's era.
///
/// # Errors
/// [`Error::Data`] where the stream does not have two dimensions.
pub fn distances(device: &Device, nearest: &Stream<Pointer>) -> Result<Stream<f32>> {
    grid(nearest)?;
    let mut distances = device.empty(nearest.shape())?;
    let kernel = device.kernel(&measured(&DISTANCES))?;
    kernel
        .call()
        .input("nearest", nearest)
        .output("distances", &mut distances)
        .run()?;
    Ok(distances)
}

/// The kernel with what all of them know of distances.
fn measured(kernel: &KernelSource) -> KernelSource {
    let file = include_str!("../../../kernel_includes/distance_field.glsl");
    kernel.clone().include("distance_field.glsl", file)
}

/// Beyond, squares of distances are no `int` any more, and loops over a row too long for some drivers.
const LONGEST: usize = 16_384;

fn grid<T: crate::Element>(cells: &Stream<T>) -> Result<[usize; 2]> {
    let shape = cells.shape();
    let [width, height] = [shape.extent(0), shape.extent(1)];
    if shape.rank() != 2 {
        return Err(Error::data(format!(
            "distances are those of a grid of columns and rows, the stream is {shape}; give it two dimensions"
        )));
    }
    if width.max(height) > LONGEST {
        let side = width.max(height) as u128;
        return Err(Error::limit("side of a distance field", side, LONGEST as u128, "split it, with a margin"));
    }
    Ok([width, height])
}
