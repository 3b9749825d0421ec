//! Random numbers: blocks of four words, each computed from its number alone.
//!
#![doc = table!()]
//!
//! The bits are the same in both eras and in [`crate::random`].
//!
//! Sources: Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011; Jarzynski
//! and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020. Before them: Sussman, Crutchfield and
//! Papakipos, Pseudorandom Number Generation on the GPU, 2006.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::random;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let philox = random::reference([7, 0], 3);
//! assert_eq!(random::fragment(&fragment, [7, 0], 3)?.read()?, philox);
//! assert_eq!(random::compute(&compute, [7, 0], 3)?.read()?, philox);
//!
//! let pcg = random::reference_pcg(7, 3);
//! assert_eq!(random::fragment_pcg(&fragment, 7, 3)?.read()?, pcg);
//! assert_eq!(random::compute_pcg(&compute, 7, 3)?.read()?, pcg);
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair, random};

rungs! {
    "random words, each from its number alone", 1 << 20, trial;
    fragment: "Philox4x32-10, products by halves of 16 bits", "1 pass; 100 multiplications per block of four words",
        "Salmon et al. 2011";
    fragment_pcg: "PCG, a hash of each word's place", "1 pass; 12 multiplications per block", "Jarzynski and Olano 2020",
        by |device, workload| pcg_trial(device, workload, fragment_pcg);
    compute: "Philox4x32-10, products by umulExtended", "1 dispatch; 20 multiplications per block", "Salmon et al. 2011";
    compute_pcg: "PCG, a hash of each word's place", "1 dispatch; 12 multiplications per block", "Jarzynski and Olano 2020",
        by |device, workload| pcg_trial(device, workload, compute_pcg);
}

const PHILOX: KernelSource = kernel_pair!("numbers/random");
const PCG: KernelSource = kernel_pair!("numbers/random_pcg");

/// Generates `blocks` blocks of four random words, in the device's era: block `i` is [`crate::random::philox`] of the
/// counter `[i, 0, 0, 0]`.
///
/// Another key yields another sequence; two of them have nothing known in common.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::random::random};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let blocks = random(&device, [7, 0], 1000)?.read()?;
/// assert_eq!(blocks[999], gristmill::random::philox([999, 0, 0, 0], [7, 0]));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Limit`] if the device has no room for them.
pub fn random(device: &Device, key: [u32; 2], blocks: usize) -> Result<Stream<[u32; 4]>> {
    match device.era() {
        Era::Fragment => fragment(device, key, blocks),
        Era::Compute => compute(device, key, blocks),
    }
}

// ANCHOR: reference
/// Computes the same blocks by a loop on the host.
pub fn reference(key: [u32; 2], blocks: usize) -> Vec<[u32; 4]> {
    (0..blocks as u32).map(|i| random::philox([i, 0, 0, 0], key)).collect()
}
// ANCHOR_END: reference

/// One fragment per block.
///
/// # Errors
/// As [`random()`].
pub fn fragment(device: &Device, key: [u32; 2], blocks: usize) -> Result<Stream<[u32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(blocks)?;
    device
        .kernel(&PHILOX)?
        .call()
        .uniform("key", key)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// One invocation per block.
///
/// # Errors
/// As [`random()`].
pub fn compute(device: &Device, key: [u32; 2], blocks: usize) -> Result<Stream<[u32; 4]>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(blocks)?;
    device
        .kernel(&PHILOX)?
        .call()
        .uniform("key", key)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Generates the blocks of a hash: word `draw` of block `i` is [`crate::random::word`] of the two.
pub fn reference_pcg(seed: u32, blocks: usize) -> Vec<[u32; 4]> {
    (0..blocks as u32)
        .map(|i| [0, 1, 2, 3].map(|draw| random::word(seed, i, draw)))
        .collect()
}

/// Generates the blocks of [`reference_pcg`], one fragment per block.
///
/// # Errors
/// As [`random()`].
pub fn fragment_pcg(device: &Device, seed: u32, blocks: usize) -> Result<Stream<[u32; 4]>> {
    run_pcg(&device.with_era(Era::Fragment)?, seed, blocks)
}

/// Generates the blocks of [`reference_pcg`], one invocation per block.
///
/// # Errors
/// As [`random()`].
pub fn compute_pcg(device: &Device, seed: u32, blocks: usize) -> Result<Stream<[u32; 4]>> {
    run_pcg(&device.with_era(Era::Compute)?, seed, blocks)
}

fn run_pcg(device: &Device, seed: u32, blocks: usize) -> Result<Stream<[u32; 4]>> {
    let mut result = device.empty(blocks)?;
    device
        .kernel(&PCG)?
        .call()
        .uniform("seed", seed)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

type PhiloxRung = fn(&Device, [u32; 2], usize) -> Result<Stream<[u32; 4]>>;
type PcgRung = fn(&Device, u32, usize) -> Result<Stream<[u32; 4]>>;

fn trial(device: &Device, workload: &Workload, rung: PhiloxRung) -> Result<Trial> {
    let key = [workload.seed, !workload.seed];
    let blocks = workload.size.div_ceil(4);
    let device = device.clone();
    Ok(words_trial(move || rung(&device, key, blocks), reference(key, blocks)))
}

fn pcg_trial(device: &Device, workload: &Workload, rung: PcgRung) -> Result<Trial> {
    let seed = workload.seed;
    let blocks = workload.size.div_ceil(4);
    let device = device.clone();
    Ok(words_trial(move || rung(&device, seed, blocks), reference_pcg(seed, blocks)))
}

/// Builds a trial whose size is counted in words, four per block.
fn words_trial(run: impl FnMut() -> Result<Stream<[u32; 4]>> + 'static, wanted: Vec<[u32; 4]>) -> Trial {
    let words = wanted.len() * 4;
    Trial::new(run, move |blocks: &Stream<[u32; 4]>| {
        Ok(Check::exact(blocks.read()?.as_flattened(), wanted.as_flattened()))
    })
    .sized(words)
}
