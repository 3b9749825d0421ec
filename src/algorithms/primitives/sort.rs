//! Sort: keys in ascending order, each with its value. Equal keys stay in the order in which they came.
//!
//! | era | rung | method | passes or dispatches for n = 2^k | comparisons | source |
//! |---|---|---|---|---|---|
//! | fragment | `fragment` | bitonic network, a pass a step | k (k + 1) / 2, and 2 | n k (k + 1) / 4 | Batcher 1968; Purcell et al. 2003 |
//! | fragment | `fragment_odd_even` | odd-even merging network | the same | n (k^2 - k + 4) / 4 - 1 | Batcher 1968; Kipfer and Westermann 2005 |
//! | fragment | `fragment_rows` | bitonic, two pairs a texel, the direction in the quads | (k - 3) (k - 2) / 2 + k - 1, and 2 | as bitonic | Govindaraju et al. 2005 |
//! | compute | `compute_bitonic` | bitonic, tiles of 2^11 in shared memory | 1 + (k - 11) (k - 10) / 2, and 2 | as bitonic | Batcher 1968 |
//! | compute | `compute_radix` | least digit first, one chunk a lane | 4 x 5 | none: 4 n moves | Satish, Harris and Garland 2009 |
//! | compute | `compute_onesweep` | least digit first, one dispatch a digit, tiles look back | 4, and 2 | none: 4 n moves | Adinets and Merrill 2022 |
//! | compute | `compute` | `compute_radix` on a CPU, `compute_onesweep` on a GPU | | | |
//!
//! For other lengths k is the logarithm rounded up. Networks need no padding: the lesser of two always goes to the lower place, so what would lie
//! behind the last element never moves, and nobody has to be there. `fragment_rows` alone pads, to a power of two, with pairs that go
//! behind all others.
//!
//! Floats are in the total order of IEEE 754, as [`f32::total_cmp`] has it: negative NaN, minus infinity, negative numbers, -0, 0, positive
//! numbers, infinity, positive NaN; NaN among themselves by their bits. Every key comes out with the bits it went in with.
//!
//! A network does not keep the order of equal keys. Here it sorts pairs of a key's code and its index, of which no two are equal, and the
//! last pass fetches the values by the indices. A radix sort keeps it by itself, and carries the values along.

mod key;
mod networks;
mod radix;
mod shared;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair};

pub use key::Key;
pub(super) use key::{Sealed, of};

const SORT: KernelSource = kernel_pair!("primitives/sort");
const START: KernelSource = kernel_pair!("primitives/sort_start");
const END: KernelSource = kernel_pair!("primitives/sort_end");

/// Sorted keys, and the value of each.
pub type Sorted<K> = (Stream<K>, Stream<u32>);

/// The keys in ascending order, and the values in the order of their keys, in the device's era; both shaped like the keys.
///
/// With the numbers 0, 1, 2, ... as values, the second stream says where each key was.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::sort::sort};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let keys = device.stream(&[2.0, f32::NAN, -1.0, 2.0])?;
/// let (keys, values) = sort(&device, &keys, &device.stream(&[0, 1, 2, 3])?)?;
/// assert_eq!(keys.read()?[..3], [-1.0, 2.0, 2.0]);
/// assert_eq!(values.read()?, [2, 0, 3, 1]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] where there are not as many values as keys, [`crate::Error::Call`] where a stream lies otherwise than the era needs: in one texture, row
/// after row, or in a buffer; [`crate::Error::Limit`] where the machine lacks room.
pub fn sort<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    match device.era() {
        Era::Fragment => fragment_rows(device, keys, values),
        Era::Compute => compute(device, keys, values),
    }
}

// ANCHOR: reference
/// The same by the standard library's stable sort.
pub fn reference<K: Key>(keys: &[K], values: &[u32]) -> (Vec<K>, Vec<u32>) {
    let mut pairs: Vec<(K, u32)> = keys.iter().copied().zip(values.iter().copied()).collect();
    pairs.sort_by(|(one, _), (other, _)| <K as Sealed>::order(one, other));
    pairs.into_iter().unzip()
}
// ANCHOR_END: reference

/// By the bitonic network, a pass for each of its steps.
///
/// Sources: Batcher, Sorting Networks and Their Applications, 1968; Purcell et al., Photon Mapping on Programmable Graphics Hardware,
/// 2003, who sorted the photons by it.
///
/// # Errors
/// As [`sort`].
pub fn fragment<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    in_rows(keys, values)?;
    networks::bitonic(device, keys, values)
}

/// By the odd-even merging network: as many passes, fewer comparisons.
///
/// Sources: Batcher 1968; Kipfer and Westermann, Improved GPU Sorting, GPU Gems 2, chapter 46.
///
/// # Errors
/// As [`sort`].
pub fn fragment_odd_even<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    in_rows(keys, values)?;
    networks::odd_even(device, keys, values)
}

/// By the bitonic network with two pairs a texel: the quads that are drawn say which side of the comparators they are and where the
/// other side lies, and the last steps of each stage are one pass.
///
/// Source: Govindaraju, Raghuvanshi and Manocha, Fast and Approximate Stream Mining of Quantiles and Frequencies Using Graphics Processors,
/// SIGMOD 2005 (GPUSort).
///
/// # Errors
/// As [`sort`].
pub fn fragment_rows<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    in_rows(keys, values)?;
    networks::rows(device, keys, values)
}

/// The fastest for this machine: [`compute_radix`] where the driver is a CPU (llvmpipe, softpipe), [`compute_onesweep`] on a GPU.
///
/// # Errors
/// As [`sort`].
pub fn compute<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    let cpu = crate::algorithms::is_cpu(device);
    if cpu { compute_radix(device, keys, values) } else { compute_onesweep(device, keys, values) }
}

/// By the bitonic network in place: the steps whose partners lie in a tile of 2,048 are done in shared memory, many to a dispatch.
///
/// # Errors
/// As [`sort`].
pub fn compute_bitonic<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    paired(keys, values)?;
    shared::bitonic(device, keys, values)
}

/// By four digits of eight bits, the least first: one contiguous chunk a lane, for machines whose lanes are those of a CPU.
///
/// Source: Satish, Harris and Garland, Designing Efficient Sorting Algorithms for Manycore GPUs, 2009, with chunks for their tiles.
///
/// # Errors
/// As [`sort`].
pub fn compute_radix<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    paired(keys, values)?;
    radix::chunks(device, keys, values)
}

/// By the same digits, a dispatch each: a group sorts its tile in shared memory, and looks back over the tiles before for where it goes.
///
/// Source: Adinets and Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022; with a decoupled fallback, so that no group
/// waits for another without end.
///
/// # Errors
/// As [`sort`], and [`crate::Error::Limit`] for 2^30 keys or more.
pub fn compute_onesweep<K: Key>(device: &Device, keys: &Stream<K>, values: &Stream<u32>) -> Result<Sorted<K>> {
    const MOST: usize = (1 << 30) - 1; // a count and two bits share a word
    paired(keys, values)?;
    if keys.len() > MOST {
        return Err(Error::limit("keys of compute_onesweep", keys.len() as u128, MOST as u128, "use compute_radix"));
    }
    radix::onesweep(device, keys, values)
}

/// Every key has a value.
fn paired<K: Key>(keys: &Stream<K>, values: &Stream<u32>) -> Result<()> {
    let [given, wanted] = [values.len(), keys.len()];
    if given == wanted {
        return Ok(());
    }
    Err(Error::data(format!("{given} values given for {wanted} keys; give each key one, as its index")))
}

/// And both lie in textures, row after row.
fn in_rows<K: Key>(keys: &Stream<K>, values: &Stream<u32>) -> Result<()> {
    paired(keys, values)?;
    super::in_rows("sort", "keys", keys)?;
    super::in_rows("sort", "values", values)
}

type Rungs<K> = fn(&Device, &Stream<K>, &Stream<u32>) -> Result<Sorted<K>>;

/// Keys of every kind, many of them equal; their values are their indices turned round, so that an index is not taken for a value.
fn trial<K: Key + PartialEq>(device: &Device, workload: &Workload, rung: Rungs<K>) -> Result<Trial> {
    let keys: Vec<K> = workload
        .integers(0, u32::MAX)
        .into_iter()
        .map(<K as Sealed>::from_word)
        .collect();
    let values: Vec<u32> = (0..workload.size as u32).map(|i| !i).collect();
    let wanted = reference(&keys, &values);
    let (keys, values) = (device.stream(&keys)?, device.stream(&values)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &keys, &values),
        move |(keys, values)| {
            let [keys, values] = [Check::exact(&keys.read()?, &wanted.0), Check::exact(&values.read()?, &wanted.1)];
            Ok(Check { error: keys.error.max(values.error), ..keys })
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "sort",
    part: "primitives",
    summary: "keys in ascending order, each with its value",
    size: 1 << 18,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "bitonic network, a pass a step",
            source: "Batcher 1968, Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, fragment),
        },
        Rung {
            name: "fragment_odd_even",
            era: Era::Fragment,
            method: "odd-even merging network",
            source: "Kipfer and Westermann 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, fragment_odd_even),
        },
        Rung {
            name: "fragment_rows",
            era: Era::Fragment,
            method: "bitonic, two a texel, directions in the quads",
            source: "Govindaraju et al. 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, fragment_rows),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "chunks on a CPU, one-sweep on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, compute),
        },
        Rung {
            name: "compute_bitonic",
            era: Era::Compute,
            method: "bitonic network in shared memory",
            source: "Batcher 1968",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, compute_bitonic),
        },
        Rung {
            name: "compute_radix",
            era: Era::Compute,
            method: "digits of 8 bits, one chunk a lane",
            source: "Satish, Harris and Garland 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, compute_radix),
        },
        Rung {
            name: "compute_onesweep",
            era: Era::Compute,
            method: "one dispatch a digit, tiles look back",
            source: "Adinets and Merrill 2022",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial::<f32>(device, workload, compute_onesweep),
        },
    ],
};
