//! Dispatch indirect: work on the elements that are not done yet, launched by a count that the GPU wrote.
//!
//! The work is the game of 3n + 1: an even number is halved, an odd one tripled and one added, until it is 1. How many steps that takes
//! nobody can tell beforehand, and neighbours differ wildly: 26 takes 10 and 27 takes 111.
//!
//! | era | rung | method | passes, in rounds of [`STEPS`] steps | the host waits |
//! |---|---|---|---|---|
//! | fragment | `fragment` | all elements a round; an occlusion query counts those on their way | 2 a round, and 2 | each round |
//! | fragment | `fragment_when` | every round is drawn only if an earlier query counted one | 2 for all [`ROUNDS`], and 2 | never |
//! | compute | `compute` | a list of those on their way, each round launched by its length | 2 for all [`ROUNDS`], and 2 | never |
//! | compute | `compute_readback` | the same list, its length read by the host | 1 a round, and 2 | each round |
//! | compute | `compute_alone` | every invocation to the end of its path | 1 | never |
//!
//! Sources: Harris and Buck, GPU Flow-Control Idioms, GPU Gems 2, chapter 34, 2005 (queries in a loop); OpenGL Programming Guide, 8th edition,
//! section 12.3 (`glDispatchComputeIndirect`); the problem is Lothar Collatz's.

mod row;

use crate::{Device, Era, KernelSource, PingPong, Query, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};

pub(in crate::algorithms) use row::ROW;

const START: KernelSource = kernel_pair!("primitives/dispatch_indirect_start");
const WALK: KernelSource = kernel_pair!("primitives/dispatch_indirect");
const STEPS_OF: KernelSource = kernel_pair!("primitives/dispatch_indirect_steps");
const COUNT: KernelSource = fragment_kernel!("primitives/dispatch_indirect_count");
const GROUPS: KernelSource = compute_kernel!("primitives/dispatch_indirect_groups");
const ALONE: KernelSource = compute_kernel!("primitives/dispatch_indirect_alone");

/// Steps of a round.
pub const STEPS: u32 = 32;

/// Rounds, at most.
pub const ROUNDS: u32 = 33;

/// Steps of a path, at most: the last round has one to spare, in which longer ones are given up.
pub const LIMIT: u32 = STEPS * ROUNDS - 1;

/// The steps of a path that does not end: it leaves 32 bits, begins at 0, or takes more than [`LIMIT`] steps.
pub const NEVER: u32 = u32::MAX;

/// For each number the steps that it takes to 1, or [`NEVER`]; in the device's era. Shaped like the source.
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
/// [`crate::Error::Call`] where the stream has not the era's own layout, [`crate::Error::Limit`] where the machine lacks room.
pub fn dispatch_indirect(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, source),
        Era::Compute => compute(device, source),
    }
}

// ANCHOR: reference
/// The same by a loop for each number.
pub fn reference(source: &[u32]) -> Vec<u32> {
    let steps = |&number: &u32| {
        let (mut number, mut steps) = (number, 0);
        while number > 1 && steps <= LIMIT {
            let next =
                if number % 2 == 0 { Some(number / 2) } else { number.checked_mul(3).and_then(|n| n.checked_add(1)) };
            number = next.unwrap_or(0);
            steps += 1;
        }
        if number == 1 && steps <= LIMIT { steps } else { NEVER }
    };
    source.iter().map(steps).collect()
}
// ANCHOR_END: reference

/// The kernel with what it includes.
fn kernel(device: &Device, source: &KernelSource) -> Result<crate::Kernel> {
    let source = source
        .clone()
        .include("collatz.glsl", include_str!("../../../kernel_includes/collatz.glsl"));
    device.kernel(&source.define("STEPS", format!("{STEPS}u")).define("LIMIT", format!("{LIMIT}u")))
}

/// The steps of paths that have ended.
fn steps_of(device: &Device, paths: &Stream<[u32; 2]>) -> Result<Stream<u32>> {
    let mut result = device.empty(paths.shape())?;
    device
        .kernel(&STEPS_OF)?
        .call()
        .input("paths", paths)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// All paths each round; the host asks an occlusion query whether there has to be another one.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn fragment(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut rounds = Rounds::new(&device.with_era(Era::Fragment)?, source)?;
    // ANCHOR: fragment
    let mut query = device.query()?;
    for _ in 0..ROUNDS {
        rounds.walk(None)?;
        rounds.count(&mut query, None)?;
        if query.fragments()? == 0 {
            break; // and for this answer the host has waited
        }
    }
    // ANCHOR_END: fragment
    rounds.steps()
}

/// All paths each round, and all rounds there may be; each is drawn only if a query has counted a path on its way. The host never waits.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn fragment_when(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut rounds = Rounds::new(&device.with_era(Era::Fragment)?, source)?;
    // ANCHOR: fragment_when
    let (mut last, mut before) = (device.query()?, device.query()?);
    for round in 0..ROUNDS {
        // Two streams take turns, so when all paths have ended in one, one round more brings the other to the same state. From then on it
        // does not matter which of them a round that is not drawn would have written.
        rounds.walk((round >= 2).then_some(&before))?;
        rounds.count(&mut before, (round >= 1).then_some(&last))?;
        std::mem::swap(&mut last, &mut before);
    }
    // ANCHOR_END: fragment_when
    rounds.steps()
}

// ANCHOR: rounds
/// The rounds of the fragment era.
struct Rounds {
    device: Device,
    paths: PingPong<[u32; 2]>,
    marks: Stream<u32>,
}

impl Rounds {
    fn new(device: &Device, source: &Stream<u32>) -> Result<Rounds> {
        let mut paths = device.empty(source.shape())?;
        device
            .kernel(&START)?
            .call()
            .input("source", source)
            .output("paths", &mut paths)
            .run()?;
        let paths = PingPong::new(paths, device.empty(source.shape())?);
        Ok(Rounds { device: device.clone(), paths, marks: device.empty(source.shape())? })
    }

    /// Every path some steps further.
    fn walk(&mut self, condition: Option<&Query>) -> Result<()> {
        let kernel = kernel(&self.device, &WALK)?;
        self.paths.step(|now, next| {
            let call = kernel.call().input("paths", now).output("new_paths", next);
            if let Some(query) = condition { call.when(query).run() } else { call.run() }
        })
    }

    /// Lets a query count the paths on their way.
    fn count(&mut self, query: &mut Query, condition: Option<&Query>) -> Result<()> {
        let kernel = kernel(&self.device, &COUNT)?;
        let call = kernel
            .call()
            .input("paths", self.paths.now())
            .output("marks", &mut self.marks)
            .count(query);
        if let Some(query) = condition { call.when(query).run() } else { call.run() }
    }

    fn steps(self) -> Result<Stream<u32>> {
        steps_of(&self.device, self.paths.now())
    }
}
// ANCHOR_END: rounds

/// A list of the paths on their way; each round is a dispatch of as many groups as the round before has counted. The host never waits.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn compute(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut lists = Lists::new(&device.with_era(Era::Compute)?, source)?;
    // ANCHOR: compute
    let mut groups = lists.device.empty::<u32>(3)?;
    for _ in 0..ROUNDS {
        groups_of(&lists.device, &lists.now.count, &mut groups, &mut lists.next.count)?;
        lists.walk(Size::Counted(&groups))?;
    }
    // ANCHOR_END: compute
    steps_of(&lists.device, &lists.paths)
}

/// As many work groups of 256 as a list of that length needs, for [`crate::Call::indirect`]; the next list is empty.
pub(in crate::algorithms) fn groups_of(
    device: &Device,
    list_count: &Stream<u32>,
    groups: &mut Stream<u32>,
    next_count: &mut Stream<u32>,
) -> Result<()> {
    let kernel = device.kernel(&GROUPS)?;
    let call = kernel.call().gather("list_count", list_count).output("groups", groups);
    call.output("next_count", next_count).groups([1, 1, 1]).run()
}

/// The same list; the host reads its length and launches the next round itself.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn compute_readback(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut lists = Lists::new(&device.with_era(Era::Compute)?, source)?;
    // ANCHOR: readback
    let mut on_their_way = source.len();
    while on_their_way > 0 {
        lists.next.count.write(&[0])?;
        lists.walk(Size::Known(on_their_way))?;
        on_their_way = lists.now.count.read()?.first().map_or(0, |count| *count as usize); // here the host waits
    }
    // ANCHOR_END: readback
    steps_of(&lists.device, &lists.paths)
}

// ANCHOR: lists
/// A list of paths by their index, and its length on the device.
struct List {
    places: Stream<u32>,
    count: Stream<u32>,
}

/// The rounds of the compute era: the list of this round and that of the next.
struct Lists {
    device: Device,
    paths: Stream<[u32; 2]>,
    now: List,
    next: List,
}

impl Lists {
    fn new(device: &Device, source: &Stream<u32>) -> Result<Lists> {
        let mut paths = device.empty(source.shape())?;
        let mut now = List { places: device.empty(source.shape())?, count: device.stream(&[source.len() as u32])? };
        let call = device.kernel(&START)?;
        call.call()
            .input("source", source)
            .output("paths", &mut paths)
            .output("list", &mut now.places)
            .run()?;
        let next = List { places: device.empty(source.shape())?, count: device.empty(1)? };
        Ok(Lists { device: device.clone(), paths, now, next })
    }

    /// Every path of the list some steps further; those that go on are the list of the next round.
    fn walk(&mut self, size: Size) -> Result<()> {
        let kernel = kernel(&self.device, &WALK)?;
        let call = kernel
            .call()
            .gather("list", &self.now.places)
            .gather("list_count", &self.now.count);
        let call = call.update("paths", &mut self.paths);
        let call = call
            .output("next", &mut self.next.places)
            .update("next_count", &mut self.next.count);
        match size {
            Size::Counted(groups) => call.indirect(groups, 0).run()?,
            Size::Known(paths) => call.elements(paths).run()?,
        }
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }
}

/// How large a dispatch is.
enum Size<'a> {
    /// As many groups as the device has written.
    Counted(&'a Stream<u32>),
    /// As many paths as the host knows of.
    Known(usize),
}
// ANCHOR_END: lists

/// Every invocation walks one path to its end.
///
/// # Errors
/// As [`dispatch_indirect()`].
pub fn compute_alone(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let mut result = device.empty(source.shape())?;
    kernel(&device, &ALONE)?
        .call()
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
