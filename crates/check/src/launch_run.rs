//! The state shared by all runs of a launch, and the outcome of one run.

use super::compiled::Checked;
use super::default_fill::Defaults;
use super::expected::PlannedExpectation;
use super::launch::{LaunchBounds, LaunchOptions};
use super::plan::LaunchPlan;
use super::settings::RunSetting;
use gristmill_base::counters::Counters;
use gristmill_base::finding::Finding;
use gristmill_base::timeline::LaunchTimeline;
use gristmill_emulator::assembly::Assembly;
use gristmill_emulator::dispatch::{Ending, StepMeter};
use gristmill_emulator::observers::OutgrownMemory;
use gristmill_shader::Stage;
use std::sync::Arc;
use std::time::Instant;

/// The state shared by all runs of a launch.
pub(super) struct LaunchRun<'a> {
    pub checked: &'a Checked,
    pub launch: &'a LaunchOptions,
    pub settings: &'a [RunSetting],
    pub bounds: &'a LaunchBounds,
    pub plan: &'a LaunchPlan,
    pub assemblies: &'a [&'a Assembly],
    /// The deadline, if there is one.
    pub until: Option<Instant>,
    /// Steps of all warps of all runs.
    pub meter: Arc<StepMeter>,
    pub expected: &'a [PlannedExpectation],
    /// The defaults used.
    pub defaults: &'a Defaults,
}

/// The outcome of a dispatch or pass.
pub(super) struct DispatchOutcome {
    pub ending: Ending,
    /// The stage that did not complete, if any.
    pub stage: Stage,
    /// True if a fragment passed, or a vertex was written.
    pub drew: bool,
    /// The drawn outputs, by name.
    pub outputs: Vec<(String, Vec<u32>)>,
}

/// The outcome of one run.
pub(super) struct RunOutcome {
    pub ending: Ending,
    /// The stage that did not complete, if any.
    pub stage: Stage,
    pub findings: Vec<Finding>,
    pub counters: Option<Counters>,
    /// Dispatch by dispatch, if recorded, up to the limit.
    pub timelines: Vec<LaunchTimeline>,
    /// Buffers, images and drawn outputs, by name.
    pub outputs: Vec<(String, Vec<u32>)>,
    /// True if a lane stored a word, or a fragment passed.
    pub wrote: bool,
    /// Memories without a declared length that the kernel accessed beyond their end.
    pub outgrown: Vec<OutgrownMemory>,
}

impl RunOutcome {
    /// Creates the outcome of a dispatch without findings; `stored` is true if an observer saw a store.
    pub(super) fn from_dispatch(launched: DispatchOutcome, stored: bool) -> RunOutcome {
        let DispatchOutcome { ending, stage, drew, outputs } = launched;
        let findings = vec![];
        let timelines = vec![];
        let outgrown = vec![];
        RunOutcome { ending, stage, findings, counters: None, timelines, outputs, wrote: drew || stored, outgrown }
    }

    /// Adds the outcome of the next dispatch.
    pub(super) fn add_dispatch(&mut self, next: RunOutcome) {
        self.ending = next.ending;
        self.stage = next.stage;
        self.findings.extend(next.findings);
        self.timelines.extend(next.timelines);
        self.outgrown.extend(next.outgrown);
        match (&mut self.counters, next.counters) {
            (Some(counters), Some(more)) => counters.add(&more),
            (counters, more) => *counters = counters.take().or(more),
        }
        if !next.outputs.is_empty() {
            self.outputs = next.outputs;
        }
        self.wrote |= next.wrote;
    }
}
