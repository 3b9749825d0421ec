//! The rounds of the fragment era, in which all paths are drawn.

use super::{ROUNDS, START, WALK, compile_kernel, extract_steps};
use crate::{Device, Era, KernelSource, PingPong, Query, Result, Stream, fragment_kernel};

const COUNT: KernelSource = fragment_kernel!("primitives/dispatch_indirect_count");

/// All paths each round, and the largest number of rounds; each is drawn only if a query has counted an active path.
/// The host never waits.
///
/// # Errors
/// As [`super::dispatch_indirect()`].
pub fn fragment_when(device: &Device, source: &Stream<u32>) -> Result<Stream<u32>> {
    let mut rounds = PathRounds::new(&device.with_era(Era::Fragment)?, source)?;
    // ANCHOR: fragment_when
    let mut last = device.query()?;
    let mut before = device.query()?;
    for round in 0..ROUNDS {
        // The paths alternate between two streams, so when all paths have ended in one, one round more brings the other
        // to the same state. From then on it does not matter to which of them a skipped round would have written.
        rounds.walk((round >= 2).then_some(&before))?;
        rounds.count_active(&mut before, (round >= 1).then_some(&last))?;
        std::mem::swap(&mut last, &mut before);
    }
    // ANCHOR_END: fragment_when
    rounds.steps()
}

// ANCHOR: rounds
/// State of the fragment era's rounds.
pub(super) struct PathRounds {
    device: Device,
    paths: PingPong<[u32; 2]>,
    marks: Stream<u32>,
}

impl PathRounds {
    /// Starts all paths before their first step.
    pub fn new(device: &Device, source: &Stream<u32>) -> Result<PathRounds> {
        let mut paths = device.empty(source.shape())?;
        device
            .kernel(&START)?
            .call()
            .input("source", source)
            .output("paths", &mut paths)
            .run()?;
        let paths = PingPong::new(paths, device.empty(source.shape())?);
        Ok(PathRounds { device: device.clone(), paths, marks: device.empty(source.shape())? })
    }

    /// Advances every path by the steps of a round.
    pub fn walk(&mut self, condition: Option<&Query>) -> Result<()> {
        let kernel = compile_kernel(&self.device, &WALK)?;
        self.paths.step(|now, next| {
            let call = kernel.call().input("paths", now).output("new_paths", next);
            if let Some(query) = condition { call.when(query).run() } else { call.run() }
        })
    }

    /// Counts the active paths by a query.
    pub fn count_active(&mut self, query: &mut Query, condition: Option<&Query>) -> Result<()> {
        let kernel = compile_kernel(&self.device, &COUNT)?;
        let call = kernel
            .call()
            .input("paths", self.paths.now())
            .output("marks", &mut self.marks)
            .count(query);
        if let Some(query) = condition { call.when(query).run() } else { call.run() }
    }

    /// Returns the step counts of all paths.
    pub fn steps(self) -> Result<Stream<u32>> {
        extract_steps(&self.device, self.paths.now())
    }
}
// ANCHOR_END: rounds
