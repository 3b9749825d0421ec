//! Dispatch indirect: work on the unfinished elements, launched by a count that the GPU wrote.
//!
//! The work is the 3n + 1 problem: an even number is halved, an odd one tripled and one added, until it is 1. The
//! number of steps cannot be predicted, and neighbours differ wildly: 26 takes 10 and 27 takes 111. The problem is
//! Lothar Collatz's.
//!
#![doc = table!()]
//!
//! A round has [`STEPS`] steps, and there are [`ROUNDS`] at most.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::dispatch_indirect::{self, LIMIT, NEVER, ROUNDS, STEPS};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! assert_eq!(LIMIT, STEPS * ROUNDS - 1);
//! let numbers = [1, 2, 3, 26, 27, 0, 159_487];
//! let steps = dispatch_indirect::reference(&numbers);
//! assert_eq!(steps, [0, 1, 7, 10, 111, NEVER, NEVER]);
//! let [old, new] = [fragment.stream(&numbers)?, compute.stream(&numbers)?];
//! for given in [
//!     dispatch_indirect::fragment(&fragment, &old)?,
//!     dispatch_indirect::fragment_when(&fragment, &old)?,
//!     dispatch_indirect::compute(&compute, &new)?,
//!     dispatch_indirect::compute_alone(&compute, &new)?,
//!     dispatch_indirect::compute_readback(&compute, &new)?,
//! ] {
//!     assert_eq!(given.read()?, steps);
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod lists;
mod rounds;

use super::{Check, Trial, Workload};
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, compute_kernel, kernel_pair};
use lists::{DispatchSize, PathLists};
use rounds::PathRounds;

pub use lists::compute_readback;
pub(in crate::algorithms) use lists::count_groups;
pub use rounds::fragment_when;

rungs! {
    "work on what is not done yet, by a size that the GPU wrote", 1 << 18, trial;
    fragment: "all elements each round, until a query counts none",
        "2 passes per round, plus 2; the host waits each round",
        "Harris and Buck, GPU Flow-Control Idioms, GPU Gems 2, chapter 34, 2005";
    fragment_when: "all rounds, each drawn only if an earlier query counted one",
        "2 passes per round of all 33, plus 2; the host never waits", "OpenGL 3.0, conditional rendering";
    compute: "a list of those on their way, each round launched by its length",
        "2 dispatches per round of all 33, plus 2; the host never waits",
        "Red Book 8, section 12.3 (glDispatchComputeIndirect)";
    compute_readback: "the same list, its length read by the host",
        "1 dispatch per round, plus 2; the host waits each round", "a loop on the host";
    compute_alone: "every invocation to the end of its path", "1 dispatch; the host never waits", "the plain loop";
}

const START: KernelSource = kernel_pair!("primitives/dispatch_indirect_start");
const WALK: KernelSource = kernel_pair!("primitives/dispatch_indirect");
const STEPS_OF: KernelSource = kernel_pair!("primitives/dispatch_indirect_steps");
const ALONE: KernelSource = compute_kernel!("primitives/dispatch_indirect_alone");

/// Steps per round.
pub const STEPS: u32 = 32;

/// Largest number of rounds.
pub const ROUNDS: u32 = 33;

/// Largest number of steps of a path: the last round has one to spare, in which longer paths are given up.
pub const LIMIT: u32 = STEPS * ROUNDS - 1;

/// Result for a path that does not end: it leaves 32 bits, begins at 0, or takes more than [`LIMIT`] steps.
pub const NEVER: u32 = u32::MAX;

/// Counts the steps that each number takes to 1, or [`NEVER`]; in the device's era. The result has the shape of the
/// source.
///
/// ```
/// use gristmill::algorithms::dispatch_indirect::{NEVER, dispatch_indirect};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1, 2, 3, 26, 27, 0, 159_487])?;
/// assert_eq!(dispatch_indirect(&device, &numbers)?.read()?, [0, 1, 7, 10, 111, NEVER, NEVER]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Call`] if the stream does not have the era's own layout, [`crate::Error::Limit`] if the device has
/// no room.
pub fn dispatch_indirect(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// Counts the same steps by a loop on the host for each number.
pub fn reference(source: &[u32]) -> Vec<u32> {
    source
        .iter()
        .map(|&number: &u32| {
            let mut number = number;
            let mut steps = 0;
            while number > 1 && steps <= LIMIT {
                let next = if number % 2 == 0 {
                    Some(number / 2)
                } else {
                    number.checked_mul(3).and_then(|n| n.checked_add(1))
                };
                number = next.unwrap_or(0);
                steps += 1;
            }
            if number == 1 && steps <= LIMIT { steps } else { NEVER }
        })
        .collect()
}
// ANCHOR_END: reference

/// Compiles a kernel with the constants of paths.
fn compile_kernel(device: &Device, source: &KernelSource) -> Result<Kernel> {
    let source = source.clone();
    device.kernel(&source.define("STEPS", format!("{STEPS}u")).define("LIMIT", format!("{LIMIT}u")))
}

/// Reads the step counts of ended paths into a stream of their own.
fn extract_steps(device: &Device, paths: &Stream<[u32; 2]>) -> Result<Stream<u32>> {
    let mut result = device.empty(paths.shape())?;
    device
        .kernel(&STEPS_OF)?
        .call()
        .input("paths", paths)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// All paths each round; the host reads an occlusion query to decide on another round.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn fragment(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut rounds = PathRounds::new(&device.with_era(Era::Fragment)?, source)?;
    // ANCHOR: fragment
    let mut query = device.query()?;
    for _ in 0..ROUNDS {
        rounds.walk(None)?;
        rounds.count_active(&mut query, None)?;
        if query.fragments()? == 0 {
            break; // and for this answer the host has waited
        }
    }
    // ANCHOR_END: fragment
    rounds.steps()
}

/// A list of the active paths; each round is a dispatch of as many groups as the round before has counted. The host
/// never waits.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn compute(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut lists = PathLists::new(&device.with_era(Era::Compute)?, source)?;
    // ANCHOR: compute
    let mut groups = lists.device.empty::<u32>(3)?;
    for _ in 0..ROUNDS {
        count_groups(&lists.device, &lists.now.count, &mut groups, &mut lists.next.count)?;
        lists.walk(DispatchSize::Counted(&groups))?;
    }
    // ANCHOR_END: compute
    extract_steps(&lists.device, &lists.paths)
}

/// Every invocation walks one path to its end.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn compute_alone(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(source.shape())?;
    compile_kernel(&device, &ALONE)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

type StepsRung = fn(&Device, &Stream<u32>) -> Result<Stream<u32>>;

/// Tries numbers whose paths have 0 to 350 steps, and now and then one that never ends.
fn trial(device: &Device, workload: &Workload, rung: StepsRung) -> Result<Trial> {
    let numbers = workload.integers(0, 100_000);
    let wanted = reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source), move |steps| Ok(Check::exact(&steps.read()?, &wanted))))
}
