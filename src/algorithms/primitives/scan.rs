//! Scan: prefix sums; each element becomes the sum of all elements up to it, or of all before it.
//!
#![doc = table!()]
//!
//! Logarithms are rounded up. Every rung here is inclusive; [`mod@exclusive`] has the exclusive ones.
//!
//! Integers are exact, and wrap around on overflow. A sum of floats is rounded at each addition, so a result is off by
//! at most `d * 2^-24` times the sum of the absolute values, where `d` is the largest number of additions that an
//! element goes through: `log2 n` for doubling strides, twice that for the binary tree, and for the chunks the number
//! of elements in a chunk plus the number of chunks. Look-back adds totals in the order in which tiles finish, so its
//! floats may differ in the last places from one run to the next.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::scan::{self, Number, exclusive};
//! use gristmill::{Device, Era, Layout};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let numbers = [3, 1, 4, 1, 5];
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//! for sums in [
//!     scan::fragment(&fragment, &old)?,
//!     scan::fragment_work_efficient(&fragment, &old)?,
//!     scan::fragment_blocked(&fragment, &old)?,
//!     scan::compute(&compute, &new)?,
//!     scan::compute_blocks(&compute, &new)?,
//!     scan::compute_network(&compute, &new)?,
//!     scan::compute_chunks(&compute, &new)?,
//!     scan::compute_lookback(&compute, &new)?,
//! ] {
//!     assert_eq!(sums.read()?, scan::reference(&numbers));
//! }
//!
//! let floats = numbers.map(|number| number as f32);
//! let texels = compute.stream_in(Layout::Packed, 2, &[[3.0, 1.0, 4.0, 1.0], [5.0, 0.0, 0.0, 0.0]])?;
//! assert_eq!(scan::compute_image(&compute, &texels)?.read()?.concat()[..5], scan::reference(&floats));
//! assert_eq!(scan::fragment_2005(&fragment, &fragment.stream(&floats)?)?.read()?, scan::reference(&floats));
//!
//! fn total<T: Number>(numbers: &[T]) -> Option<T> {
//!     scan::reference(numbers).pop()
//! }
//! assert_eq!(total(&numbers), Some(14));
//! assert_eq!(exclusive(&device, &new)?.read()?, [0, 3, 4, 8, 9]);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod chunks;
pub mod exclusive;
mod image;
mod lookback;
mod network;
mod number;
mod of_2005;
mod tree;

use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, KernelSource, PingPong, Result, Stream, compute_kernel, kernel_pair};
use number::SealedNumber;

pub use chunks::compute_chunks;
pub(in crate::algorithms) use chunks::{CHUNK_COUNT, chunk_length, turns_of};
pub use exclusive::exclusive;
pub use image::compute_image;
pub use lookback::compute_lookback;
pub use network::compute_network;
pub use number::Number;
pub(in crate::algorithms) use number::for_number_type;
pub use of_2005::fragment_2005;
pub(in crate::algorithms) use tree::FAN;
pub use tree::{fragment_blocked, fragment_work_efficient};

rungs! {
    "prefix sums, inclusive and exclusive", 1 << 20, trial;
    fragment: "doubling strides", "log2 n passes; n log2 n additions", "Hillis and Steele 1986; Horn 2005";
    fragment_work_efficient: "up and down a binary tree", "2 log2 n - 1 passes; 3 n additions",
        "Blelloch 1990; Sengupta, Lefohn and Owens 2006";
    fragment_blocked: "the tree with families of eight", "2 log8 n - 1 passes; 6 n additions", "the same, fewer passes";
    fragment_2005: "doubling strides in columns and rows, of floats", "log2 n passes; n log2 n additions",
        "Horn, GPU Gems 2, chapter 36, 2005", on "radeon-9700";
    compute_blocks: "blocks in shared memory, totals added back", "2 log256 n - 1 dispatches; 9 n additions",
        "SuperBible 6, chapter 10; Harris, Sengupta and Owens 2007";
    compute_network: "blocks in a network, half as many additions", "2 log256 n - 1 dispatches; 5 n additions",
        "Sklansky 1960; SuperBible 6, listing 10.6, corrected";
    compute_chunks: "a chunk per lane: add up, then scan from the totals before", "2 dispatches; 2 n additions",
        "reduce-then-scan, for the lanes of a CPU", turns chunks::turns_of_few;
    compute_image: "the same chunks from a texture", "2 dispatches; 2 n additions", "image loads",
        turns image::turns_of, by image::trial;
    compute_lookback: "one dispatch, tiles look back", "1 dispatch; 4 n additions", "Merrill and Garland 2016";
    => compute: compute_chunks on a CPU, compute_lookback on a GPU;
}

const SCAN: KernelSource = kernel_pair!("primitives/scan");
const ADD: KernelSource = compute_kernel!("primitives/scan_add");

/// Elements of a block: the local size of scan.comp.
pub(in crate::algorithms) const BLOCK: usize = 256;

/// Inclusive sums include their own element, exclusive sums do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScanKind {
    Inclusive,
    Exclusive,
}

impl ScanKind {
    /// Specialises a kernel for this kind.
    fn specialise_kernel(self, kernel: KernelSource) -> KernelSource {
        kernel.define("EXCLUSIVE", i32::from(self == ScanKind::Exclusive))
    }
}

/// Computes inclusive prefix sums, in the device's era. Elements of any shape are processed in the order of their
/// index; the result has the same shape.
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
/// [`crate::Error::Call`] if the stream does not have the era's own layout, [`crate::Error::Limit`] if the device has
/// no room.
pub fn scan<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Computes the same sums by a loop on the host. Floats are added in 64 bits, and each sum is
/// rounded once.
pub fn reference<T: Number>(source: &[T]) -> Vec<T> {
    let mut sum = T::Sum::default();
    source
        .iter()
        .map(|&element: &T| {
            sum = <T as SealedNumber>::add_element(sum, element);
            T::round_sum(sum)
        })
        .collect()
}
// ANCHOR_END: reference

/// Doubling strides: log2 n passes, rounded up.
///
/// Sources: Hillis and Steele, Data Parallel Algorithms, 1986; Horn, GPU Gems 2, chapter 36.
///
/// # Errors
/// As [`scan`].
pub fn fragment<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&for_number_type::<T>(&SCAN))?;
    run_doubling_passes(&device, source, |stride, source, result| {
        kernel
            .call()
            .uniform("stride", stride as i32)
            .input("source", source)
            .output("result", result)
            .run()
    })
}

/// Runs the passes of doubling strides; `pass` adds the element one stride to the left.
fn run_doubling_passes<T: Number>(
    device: &Device,
    source: &Stream<T>,
    pass: impl Fn(usize, &Stream<T>, &mut Stream<T>) -> Result<()>,
) -> Result<Stream<T>> {
    if source.len() < 2 {
        return device.copy_of(source); // its own sum
    }
    // ANCHOR: doubling
    let mut first = device.uninit(source.shape())?;
    pass(1, source, &mut first)?;
    if source.len() == 2 {
        return Ok(first);
    }
    let mut sums = PingPong::new(first, device.uninit(source.shape())?);
    let mut stride = 2;
    while stride < source.len() {
        sums.step(|now, next| pass(stride, now, next))?;
        stride *= 2;
    }
    // ANCHOR_END: doubling
    Ok(sums.into_now())
}

/// The fastest rung for this device: [`compute_chunks`] if a CPU plays the GPU (llvmpipe), otherwise
/// [`compute_lookback`], and on WebGPU, whose groups cannot wait for each other, [`compute_blocks`].
///
/// # Errors
/// As [`scan`].
pub fn compute<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    match device.suited_to() {
        DeviceKind::Cpu => compute_chunks(device, source),
        _ if device.info().has_group_order() => compute_lookback(device, source),
        _ => compute_blocks(device, source),
    }
}

/// One block per work group in shared memory; the blocks' totals are scanned the same way, then added back.
///
/// Sources: OpenGL SuperBible, 6th edition, chapter 10; Harris, Sengupta and Owens, GPU Gems 3, chapter 39.
///
/// # Errors
/// As [`scan`].
pub fn compute_blocks<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&for_number_type::<T>(&SCAN))?;
    // ANCHOR: blocks
    let mut result = device.uninit(source.shape())?;
    let mut totals = device.uninit::<T>(source.len().div_ceil(BLOCK))?;
    kernel
        .call()
        .input("source", source)
        .output("result", &mut result)
        .output("block_totals", &mut totals)
        .run()?;
    if totals.len() > 1 {
        add_totals(&device, &compute_blocks(&device, &totals)?, &mut result)?;
    }
    Ok(result)
}

/// Adds to each block the total of all blocks before it, in place.
fn add_totals<T: Number>(device: &Device, totals: &Stream<T>, result: &mut Stream<T>) -> Result<()> {
    let add = device.kernel(&for_number_type::<T>(&ADD))?;
    add.call().gather("block_totals", totals).update("result", result).run()
}
// ANCHOR_END: blocks

type ScanRung = fn(&Device, &Stream<f32>) -> Result<Stream<f32>>;

/// Generates sixteenths from -1 to 1: every sum of up to 2^20 of them is exact in floats, in any order of additions, so
/// the bound is 0.
fn build_sixteenths(workload: &Workload) -> Vec<f32> {
    workload.floats(0).iter().map(|number| (number * 16.0).round() / 16.0).collect()
}

fn trial(device: &Device, workload: &Workload, rung: ScanRung) -> Result<Trial> {
    let numbers = build_sixteenths(workload);
    let wanted = reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::within(&result.read()?, &wanted, 0.0))))
}
