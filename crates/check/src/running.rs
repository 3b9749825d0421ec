//! What every run of a launch shares, and what one run gives.

use super::checked::Checked;
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
use gristmill_emulator::observers::Outgrown;
use gristmill_shader::Stage;
use std::sync::Arc;
use std::time::Instant;

/// What every run of a launch shares.
pub(super) struct LaunchRun<'a> {
    pub checked: &'a Checked,
    pub launch: &'a LaunchOptions,
    pub settings: &'a [RunSetting],
    pub bounds: &'a LaunchBounds,
    pub plan: &'a LaunchPlan,
    pub assemblies: &'a [&'a Assembly],
    /// By when it must be over, if a clock says so.
    pub until: Option<Instant>,
    /// Steps of all warps of all runs.
    pub meter: Arc<StepMeter>,
    pub expected: &'a [PlannedExpectation],
    /// What is taken where nobody says.
    pub defaults: &'a Defaults,
}

/// What a launch gave.
pub(super) struct Launched {
    pub ending: Ending,
    /// The stage that did not come to its end, if one did not.
    pub stage: Stage,
    /// Whether a fragment passed, or a vertex was written.
    pub drew: bool,
    /// By name: what was drawn.
    pub outputs: Vec<(String, Vec<u32>)>,
}

/// What one run gave.
pub(super) struct RunOutcome {
    pub ending: Ending,
    /// The stage that did not come to its end, if one did not.
    pub stage: Stage,
    pub findings: Vec<Finding>,
    pub counters: Option<Counters>,
    /// Dispatch by dispatch, if somebody asked: as many as are remembered.
    pub timelines: Vec<LaunchTimeline>,
    /// By name: buffers, images, what was drawn.
    pub outputs: Vec<(String, Vec<u32>)>,
    /// Whether a lane stored a word, or a fragment passed.
    pub wrote: bool,
    /// Memories that it reached beyond, though it declares no end of them.
    pub outgrown: Vec<Outgrown>,
}

impl RunOutcome {
    /// The outcome of a launch before its observers are asked, but for whether one of them saw a store.
    pub(super) fn of(launched: Launched, stored: bool) -> RunOutcome {
        let Launched { ending, stage, drew, outputs } = launched;
        let (findings, timelines, outgrown) = (vec![], vec![], vec![]);
        RunOutcome { ending, stage, findings, counters: None, timelines, outputs, wrote: drew || stored, outgrown }
    }

    /// Adds what the next dispatch gave.
    pub(super) fn add(&mut self, next: RunOutcome) {
        (self.ending, self.stage) = (next.ending, next.stage);
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
