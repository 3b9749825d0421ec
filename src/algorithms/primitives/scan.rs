//! Scan: prefix sums; each element becomes the sum of all elements up to it, or of all before it.
//!
//! | era | method | passes for n elements | additions | source |
//! |---|---|---|---|---|
//! | fragment | doubling strides | log2 n | n log2 n | Hillis and Steele 1986; Horn 2005 |
//! | fragment, work-efficient | up and down a binary tree | 2 log2 n - 1 | 2 n | Blelloch 1990; Sengupta, Lefohn and Owens 2006 |
//! | fragment, blocked | the same with families of eight | 2 log8 n - 1 | 5 n | the same tree, fewer passes |
//! | compute, blocks | blocks in shared memory, their totals, added back | 2 log256 n - 1 | 9 n | SuperBible 6, chapter 10; Harris, Sengupta and Owens 2007 |
//! | compute, chunks | one chunk a lane: add up, scan the totals, scan | 3 | 2 n | reduce-then-scan, for the lanes of a CPU |
//! | compute, look-back | one dispatch, tiles look back | 1 | 4 n | Merrill and Garland 2016 |
//! | compute | chunks on a CPU, look-back on a GPU | | | |
//!
//! Logarithms are rounded up. Every rung here is inclusive; [`mod@exclusive`] holds their exclusive twins.
//!
//! Integers are exact, and wrap around where they overflow. A sum of floats is rounded at each addition, so a result is off by at most
//! `d * 2^-24` times the sum of the absolute values, where `d` is the largest number of additions that an element goes through:
//! `log2 n` for doubling strides, twice that for the binary tree, and as many as a chunk has elements for the chunks. Look-back adds totals
//! in the order in which tiles finish, so its floats may differ in the last places from one run to the next.

mod dispatches;
pub mod exclusive;
mod number;
mod passes;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
use number::Sealed;

pub(in crate::algorithms) use dispatches::{BLOCK, CHUNK_COUNT, chunk_of};
pub use exclusive::exclusive;
pub use number::Number;
pub(in crate::algorithms) use number::of;

const SCAN: KernelSource = kernel_pair!("primitives/scan");

/// Children of a family in the blocked tree: few passes, each of few fetches.
pub(in crate::algorithms) const FAN: usize = 8;

/// Whether an element counts itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Inclusive,
    Exclusive,
}

impl Kind {
    /// The kernel for this kind.
    fn of(self, kernel: KernelSource) -> KernelSource {
        kernel.define("EXCLUSIVE", i32::from(self == Kind::Exclusive))
    }
}

/// Inclusive prefix sums, in the device's era. Elements of any shape are taken in the order of their index; the result has the same shape.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::scan::scan};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let sums = scan(&device, &device.stream(&[3, 1, 4, 1, 5])?)?;
/// assert_eq!(sums.read()?, [3, 4, 8, 9, 14]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] where the stream has not the era's own layout, [`crate::Error::Limit`] where the machine lacks room.
pub fn scan<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// The same by a loop. Floats are added up in 64 bits and rounded once each.
pub fn reference<T: Number>(source: &[T]) -> Vec<T> {
    let mut sum = T::Sum::default();
    let up_to = |&element: &T| {
        sum = <T as Sealed>::plus(sum, element);
        T::round(sum)
    };
    source.iter().map(up_to).collect()
}
// ANCHOR_END: reference

/// Doubling strides: log2 n passes, rounded up.
///
/// Sources: Hillis and Steele, Data Parallel Algorithms, 1986; Horn, GPU Gems 2, chapter 36.
///
/// # Errors
/// As [`scan`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    passes::doubling(device, source)
}

/// The fastest for this machine: [`compute_chunks`] where the driver is a CPU (llvmpipe, softpipe), [`compute_lookback`] on a GPU.
///
/// # Errors
/// As [`scan`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    if crate::algorithms::is_cpu(device) { compute_chunks(device, source) } else { compute_lookback(device, source) }
}

/// Up and down a binary tree: twice the passes of [`fragment`], and far fewer additions.
///
/// Sources: Blelloch, Prefix Sums and Their Applications, 1990; Sengupta, Lefohn and Owens, A Work-Efficient Step-Efficient Prefix Sum
/// Algorithm, 2006.
///
/// # Errors
/// As [`scan`].
pub fn fragment_work_efficient<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    passes::tree(device, source, Kind::Inclusive, 2)
}

/// The same tree with families of eight: each pass does more, so a few are enough.
///
/// # Errors
/// As [`scan`].
pub fn fragment_blocked<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    passes::tree(device, source, Kind::Inclusive, FAN)
}

/// One block a work group in shared memory; the blocks' totals are scanned the same way, then added back.
///
/// Sources: OpenGL SuperBible, 6th edition, chapter 10; Harris, Sengupta and Owens, GPU Gems 3, chapter 39.
///
/// # Errors
/// As [`scan`].
pub fn compute_blocks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    dispatches::blocks(device, source)
}

/// One contiguous chunk a lane: add it up, scan the totals, scan the chunk from there. For machines whose lanes are those of a CPU.
///
/// # Errors
/// As [`scan`].
pub fn compute_chunks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    dispatches::chunks(device, source, Kind::Inclusive)
}

/// One dispatch: each group scans a tile, and looks back over the tiles before for what to add.
///
/// Sources: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016; with a decoupled fallback, so that no
/// group waits for another without end.
///
/// # Errors
/// As [`scan`].
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    dispatches::lookback(device, source, Kind::Inclusive)
}

type Scan = fn(&Device, &Stream<f32>) -> Result<Stream<f32>>;

/// Sixteenths in -1 to 1: every sum of up to 2^20 of them is a float exactly, in whatever order they are added, so the bound is 0.
fn trial(device: &Device, workload: &Workload, rung: Scan) -> Result<Trial> {
    let numbers: Vec<f32> = workload.floats(0).iter().map(|number| (number * 16.0).round() / 16.0).collect();
    let wanted = reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::within(&result.read()?, &wanted, 0.0))))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "scan",
    part: "primitives",
    summary: "prefix sums, inclusive and exclusive",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "doubling strides",
            source: "Hillis and Steele 1986",
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_work_efficient",
            era: Era::Fragment,
            method: "up and down a binary tree",
            source: "Blelloch 1990, Sengupta et al. 2006",
            prepare: |device, workload| trial(device, workload, fragment_work_efficient),
        },
        Rung {
            name: "fragment_blocked",
            era: Era::Fragment,
            method: "the tree with families of eight",
            source: "fewer, fatter passes",
            prepare: |device, workload| trial(device, workload, fragment_blocked),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "chunks on a CPU, look-back on a GPU",
            source: "the fastest here",
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_blocks",
            era: Era::Compute,
            method: "blocks in shared memory, totals added back",
            source: "SuperBible 6, chapter 10",
            prepare: |device, workload| trial(device, workload, compute_blocks),
        },
        Rung {
            name: "compute_chunks",
            era: Era::Compute,
            method: "one chunk a lane, three steps",
            source: "reduce-then-scan",
            prepare: |device, workload| trial(device, workload, compute_chunks),
        },
        Rung {
            name: "compute_lookback",
            era: Era::Compute,
            method: "one dispatch, tiles look back",
            source: "Merrill and Garland 2016",
            prepare: |device, workload| trial(device, workload, compute_lookback),
        },
    ],
};
